// What the search for the server asks of this machine and of the Python extension.
import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { extensions, workspace } from "vscode";
import { log, reason } from "./log";
import type { Surroundings } from "./server";
import { serverSource } from "./source";

const LONGEST_MS = 10_000;

interface PythonApi {
  readonly environments?: { getActiveEnvironmentPath(resource?: unknown): { readonly path: string } };
}

/** `extension` is the folder that the extension lies in. */
export function surroundings(extension: string): Surroundings {
  const folders = (workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === "file");
  return {
    platform: process.platform,
    home: homedir(),
    pathVariable: process.env["PATH"] ?? "",
    forbidden: workspace.isTrusted ? [] : folders.map((folder) => folder.uri.fsPath),
    isFile: isExecutable,
    selectedPython,
    hasServer,
    serverSource: () => serverSource(extension),
  };
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

async function selectedPython(): Promise<string | undefined> {
  const extension = extensions.getExtension<PythonApi>("ms-python.python");
  if (extension === undefined) {
    return undefined;
  }
  try {
    const api = extension.isActive ? extension.exports : await extension.activate();
    return api.environments?.getActiveEnvironmentPath().path;
  } catch (error) {
    log().warn(`the Python extension could not be asked: ${reason(error)}`);
    return undefined;
  }
}

/** Asks without importing it; `-P` and the home folder keep a project's own files out. */
async function hasServer(python: string): Promise<boolean> {
  const code = "import importlib.util as u, sys; sys.exit(u.find_spec('noctule') is None)";
  return new Promise((resolve) => {
    execFile(python, ["-P", "-c", code], { cwd: homedir(), timeout: LONGEST_MS, windowsHide: true }, (error) => {
      resolve(error === null);
    });
  });
}
