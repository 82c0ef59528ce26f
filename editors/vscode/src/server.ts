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
  /** The wheel or the folder that the server is installed from, if there is one. */
  serverSource(): Promise<string | undefined>;
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

// Where there is nothing to install from: a path to replace, never a name, which an index might know as another's.
const A_CLONE = { posix: "/path/to/a/clone/of/noctule", win32: "C:\\path\\to\\a\\clone\\of\\noctule" };

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

/** `keepsMcp`: the server that is updated has the extra. */
export async function howToInstall(around: Surroundings, keepsMcp = false): Promise<Missing> {
  const [plain, full] = [await whatToInstall(around, ""), await whatToInstall(around, "[mcp]")];
  const newer = keepsMcp ? full : plain;
  for (const [program, words] of [["uv", "uv tool install"], ["pipx", "pipx install"]] as const) {
    if ((await onThePath(program, around)) !== undefined) {
      return { install: `${words} ${plain}`, update: `${words} --force ${newer}`, addMcp: `${words} --force ${full}` };
    }
  }
  const pip = `${around.platform === "win32" ? "py" : "python3"} -m pip install --user`;
  // Forced, since pip leaves a server of the same version as it is.
  return { install: `${pip} ${plain}`, update: `${pip} --force-reinstall ${newer}`, addMcp: `${pip} ${full}` };
}

/** What to type so that this very server can serve MCP. */
export async function howToAddMcp(found: Found, around: Surroundings): Promise<string> {
  const isPython = found.args.some((word, number) => word === "-m" && found.args[number + 1] === "noctule");
  if (!isPython) {
    return (await howToInstall(around)).addMcp;
  }
  const isPlain = (around.platform === "win32" ? /^[\w./\\:~-]+$/ : /^[\w./:-]+$/).test(found.command);
  const python = isPlain ? found.command : quoted(found.command, around.platform);
  return `${python} -m pip install ${await whatToInstall(around, "[mcp]")}`;
}

async function whatToInstall(around: Surroundings, extra: "" | "[mcp]"): Promise<string> {
  const source = (await around.serverSource()) ?? (around.platform === "win32" ? A_CLONE.win32 : A_CLONE.posix);
  return quoted(`${source}${extra}`, around.platform);
}

/** One word for the shells of this system. cmd and PowerShell share the double quotes, in which only the latter replaces. */
function quoted(word: string, platform: NodeJS.Platform): string {
  if (platform !== "win32") {
    return `'${word.replaceAll("'", "'\\''")}'`;
  }
  return /[$`]/.test(word) ? `'${word.replaceAll("'", "''")}'` : `"${word}"`;
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
