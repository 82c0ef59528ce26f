// Finds the server: the command that a person set, else `noctule` on the PATH, else the Python interpreter's.
import * as path from "node:path";

/** What a search may ask of its surroundings, so that it can be tested without them. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly pathVariable: string;
  /** Folders of which nothing may be run: those of an untrusted workspace. */
  readonly forbidden: readonly string[];
  isFile(file: string): Promise<boolean>;
  /** The interpreter that the person selected, if an extension knows it. */
  selectedPython(): Promise<string | undefined>;
  /** Whether this interpreter can import the server. */
  hasServer(python: string): Promise<boolean>;
}

export interface Found {
  readonly command: string;
  readonly args: readonly string[];
  readonly from: "setting" | "path" | "python";
}

/** What to type where no server was found. */
export interface Missing {
  readonly install: string;
  readonly update: string;
  /** Adds what `noctule mcp` needs. */
  readonly addMcp: string;
}

// Quoted so that every shell takes it as it is.
const WITH_MCP = '"noctule[mcp]"';

// -P: the folder that the process starts in is none to import from, since a project could hold a `noctule` of its own.
export const PYTHON_ARGS = ["-P", "-m", "noctule", "serve"] as const;

export async function findServer(set: readonly string[], around: Surroundings): Promise<Found | Missing> {
  const [command, ...args] = set;
  if (command !== undefined) {
    return { command: command.replace(/^~(?=[\\/])/, around.home), args, from: "setting" };
  }
  const onPath = await onThePath("noctule", around);
  if (onPath !== undefined) {
    return { command: onPath, args: ["serve"], from: "path" };
  }
  const python = await pythonWithServer(around);
  return python === undefined ? await howToInstall(around) : { command: python, args: PYTHON_ARGS, from: "python" };
}

async function pythonWithServer(around: Surroundings): Promise<string | undefined> {
  const selected = await around.selectedPython();
  const candidates = [selected, await onThePath("python3", around), await onThePath("python", around)];
  for (const python of new Set(candidates)) {
    if (python !== undefined && isAllowed(python, around) && (await around.hasServer(python))) {
      return python;
    }
  }
  return undefined;
}

export async function howToInstall(around: Surroundings): Promise<Missing> {
  if ((await onThePath("uv", around)) !== undefined) {
    return { install: "uv tool install noctule", update: "uv tool upgrade noctule", addMcp: `uv tool install ${WITH_MCP}` };
  }
  if ((await onThePath("pipx", around)) !== undefined) {
    return { install: "pipx install noctule", update: "pipx upgrade noctule", addMcp: `pipx install --force ${WITH_MCP}` };
  }
  const python = around.platform === "win32" ? "py" : "python3";
  const pip = `${python} -m pip install --user`;
  return { install: `${pip} noctule`, update: `${pip} --upgrade noctule`, addMcp: `${pip} ${WITH_MCP}` };
}

/** What to type so that this very server can serve MCP. */
export async function howToAddMcp(found: Found, around: Surroundings): Promise<string> {
  const isPython = found.args.some((word, number) => word === "-m" && found.args[number + 1] === "noctule");
  return isPython ? `${quoted(found.command)} -m pip install ${WITH_MCP}` : (await howToInstall(around)).addMcp;
}

function quoted(word: string): string {
  return /^[\w./\\:~-]+$/.test(word) ? word : `"${word}"`;
}

/** The first executable of that name, as an absolute path; relative folders of the PATH are passed over. */
async function onThePath(name: string, around: Surroundings): Promise<string | undefined> {
  const at = around.platform === "win32" ? path.win32 : path.posix;
  const file = around.platform === "win32" ? `${name}.exe` : name;
  for (const folder of around.pathVariable.split(at.delimiter)) {
    const whole = at.join(folder, file);
    if (at.isAbsolute(folder) && isAllowed(whole, around) && (await around.isFile(whole))) {
      return whole;
    }
  }
  return undefined;
}

function isAllowed(file: string, around: Surroundings): boolean {
  const at = around.platform === "win32" ? path.win32 : path.posix;
  return !around.forbidden.some((folder) => {
    const from = at.relative(folder, file);
    return from !== "" && !from.startsWith("..") && !at.isAbsolute(from);
  });
}
