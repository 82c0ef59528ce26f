// Bundles the extension into one file: the editor loads it faster than hundreds.
import { build } from "esbuild";

await build({
  entryPoints: ["src/extension.ts"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
  minify: !process.argv.includes("--readable"),
  sourcemap: false,
  legalComments: "none",
  logLevel: "warning",
});
