// Which open folder is meant: the active editor's, else the only one, else the one that the person chooses.
import { Uri, window, workspace, type WorkspaceFolder } from "vscode";
import { label } from "./text";

/** The folder to show a status of; undefined where none is open on this machine. */
export function shownFolder(): WorkspaceFolder | undefined {
  const active = window.activeTextEditor?.document.uri;
  const own = active === undefined ? undefined : workspace.getWorkspaceFolder(active);
  const local = localFolders();
  return local.find((folder) => folder.uri.toString() === own?.uri.toString()) ?? local[0];
}

/** Asks only where several folders are open and none of them holds the active file. */
export async function meantFolder(): Promise<WorkspaceFolder | undefined> {
  const local = localFolders();
  const active = window.activeTextEditor?.document.uri;
  const own = active === undefined ? undefined : workspace.getWorkspaceFolder(active);
  if (local.length < 2 || (own !== undefined && local.includes(own))) {
    return shownFolder();
  }
  const rows = local.map((folder) => ({ label: label(folder.name), description: label(folder.uri.fsPath), folder }));
  return (await window.showQuickPick(rows, { placeHolder: "Which folder's memory?" }))?.folder;
}

export function localFolders(): readonly WorkspaceFolder[] {
  return (workspace.workspaceFolders ?? []).filter((folder) => folder.uri.scheme === "file");
}

/** Whether a file lies in one of the open folders of this machine. */
export function isOpenHere(uri: Uri): boolean {
  return uri.scheme === "file" && workspace.getWorkspaceFolder(uri) !== undefined;
}

/** The open folder of a row of ours; undefined where it is none, or its folder was closed meanwhile. */
export function folderOf(row: unknown): WorkspaceFolder | undefined {
  const { workspaceUri } = (row ?? {}) as { workspaceUri?: unknown };
  return typeof workspaceUri === "string" ? folderAt(workspaceUri) : undefined;
}

/** The open folder of this address, undefined where it was closed meanwhile. */
export function folderAt(workspaceUri: string): WorkspaceFolder | undefined {
  return localFolders().find((folder) => folder.uri.toString() === workspaceUri);
}
