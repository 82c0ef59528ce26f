// Which folders the person trusts, as the server wants to know it.
import { workspace } from "vscode";

export function trustedFolders(): string[] {
  return workspace.isTrusted ? openFolders() : [];
}

/** The open folders that are on this machine. */
export function openFolders(): string[] {
  return (workspace.workspaceFolders ?? [])
    .filter((folder) => folder.uri.scheme === "file")
    .map((folder) => folder.uri.toString());
}
