// What the server is installed from. Noctule is on no package index: its bare name may be somebody else's some day.
import { readdir, stat } from "node:fs/promises";
import * as path from "node:path";

/**
 * The clone that the extension lies in, else the wheel that it carries; undefined where there is neither. The clone goes
 * first, since a wheel that was packed in it stays behind when its sources change.
 */
export async function serverSource(extension: string): Promise<string | undefined> {
  return (await cloneAround(extension)) ?? (await wheelIn(path.join(extension, "server")));
}

async function cloneAround(extension: string): Promise<string | undefined> {
  const clone = path.join(extension, "..", "..");
  const parts = [path.join(clone, "pyproject.toml"), path.join(clone, "server", "noctule", "__init__.py")];
  return (await Promise.all(parts.map(isThere))).every(Boolean) ? clone : undefined;
}

async function wheelIn(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch((): string[] => []);
  const wheel = names.filter((name) => /^noctule-.*\.whl$/.test(name)).sort().at(-1);
  return wheel === undefined ? undefined : path.join(folder, wheel);
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    (one) => one.isFile(),
    () => false,
  );
}
