// Writes the notices of all that is bundled, by what the bundler says it took: each package with its own licence.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const LICENCE = /^(licen[cs]e|copying|notice|third-?party-?notices?)(\.|$|-)/i;
const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The folders of the packages of which something is in the bundle. `inputs` are the names in esbuild's metafile. */
export function packagesOf(inputs) {
  const folders = inputs.map((name) => PACKAGE.exec(name.replaceAll("\\", "/"))?.[1]).filter((folder) => folder !== undefined);
  return [...new Set(folders)].sort();
}

/** The whole text. Throws where a package tells no licence: what may not be passed on is not bundled. */
export function notices(inputs, root) {
  const parts = packagesOf(inputs).map((folder) => notice(path.join(root, folder)));
  return ["Noctule for VS Code holds parts of these packages, each under its own licence.", ...parts].join(`\n\n${"-".repeat(80)}\n\n`) + "\n";
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => LICENCE.test(file)).sort();
  if (files.length === 0 || typeof license !== "string") {
    throw new Error(`${name} tells no licence, and is in the bundle`);
  }
  const texts = files.map((file) => readFileSync(path.join(folder, file), "utf8").replaceAll("\r\n", "\n").trim());
  return [`${name} ${version} (${license})`, ...texts].join("\n\n");
}
