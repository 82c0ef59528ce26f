// Bundles the extension into one file, which the editor loads faster than hundreds; with --tests its parts as well.
import { writeFileSync } from "node:fs";
import { build } from "esbuild";
import { notices } from "./notices.mjs";

const bundles = [["src/extension.ts", "dist/extension.js"]];
if (process.argv.includes("--tests")) {
  bundles.push(["test/parts.ts", "dist/parts.js"]);
}

for (const [from, to] of bundles) {
  const { metafile } = await build({
    entryPoints: [from],
    outfile: to,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    minify: !process.argv.includes("--readable"),
    // They stand in the notices, with the licences.
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
  });
  if (to === "dist/extension.js") {
    writeFileSync("dist/meta.json", JSON.stringify(metafile));
    writeFileSync("ThirdPartyNotices.txt", notices(Object.keys(metafile.inputs), "."));
  }
}
