// Bundles the extension into one file, which the editor loads faster than hundreds; with --tests its parts as well.
import { build } from "esbuild";

const bundles = [["src/extension.ts", "dist/extension.js"]];
if (process.argv.includes("--tests")) {
  bundles.push(["test/parts.ts", "dist/parts.js"]);
}

for (const [from, to] of bundles) {
  await build({
    entryPoints: [from],
    outfile: to,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    minify: !process.argv.includes("--readable"),
    legalComments: "none",
    logLevel: "warning",
  });
}
