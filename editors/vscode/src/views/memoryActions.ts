// What can be done with a memory from its row. Everything that changes it can be undone.
import { commands, Position, Uri, window, workspace, WorkspaceEdit, type TextDocument } from "vscode";
import { fileName } from "../commands/memories";
import { run, withServer } from "../commands/shared";
import { ask, say } from "../dialogs";
import type { Here, Noctule } from "../noctule";
import { folderAt } from "../project";
import { line } from "../text";
import type { FileNode, MemoryNode } from "./memories";

type Actions = Readonly<Record<string, (noctule: Noctule, node: MemoryNode) => unknown>>;

export const memoryActions: Actions = {
  reveal: (_noctule, node: MemoryNode | FileNode) => commands.executeCommand("revealFileInOS", uriOf(node)),

  rename: (noctule, node) =>
    at(noctule, node, async () => {
      const value = line(node.row.name, 200);
      const prompt = "The memory's new name: its file, its line in the index and every link follow";
      const name = (await window.showInputBox({ value, prompt, ignoreFocusOut: true }))?.trim();
      if (name !== undefined && name !== "" && name !== node.row.name) {
        await rename(uriOf(node), name);
      }
    }),

  remove: (noctule, node) =>
    at(noctule, node, async (here) => {
      const { memoryUri, name } = node.row;
      await here.client.ask("memory/remove", { memoryUri, workspaceUri: here.workspaceUri });
      const change = await lastChange(here, memoryUri);
      if ((await ask(`The memory “${line(name, 80)}” was removed.`, ["Undo"])) === "Undo" && change !== undefined) {
        await undo(noctule, here, change);
      }
    }),

  undo: (noctule, node: MemoryNode | FileNode) =>
    at(noctule, node, async (here) => {
      const change = await lastChange(here, uriOf(node).toString());
      if (change === undefined) {
        say("Nothing is known of how it changed.");
        return;
      }
      await undo(noctule, here, change);
    }),

  pin: (noctule, node) => pin(noctule, node, true),

  unpin: (noctule, node) => pin(noctule, node, false),

  accept: (noctule, node) =>
    at(noctule, node, (here) =>
      run(noctule, here, "noctule.server.accept", { memoryUri: node.row.memoryUri, workspaceUri: here.workspaceUri }, "accepting"),
    ),
};

function at(noctule: Noctule, node: MemoryNode | FileNode, work: (here: Here) => Promise<unknown>): Promise<unknown> {
  return withServer(noctule, work, folderAt(node.workspaceUri));
}

function uriOf(node: MemoryNode | FileNode): Uri {
  return node.kind === "memory" ? Uri.parse(node.row.memoryUri) : node.uri;
}

function pin(noctule: Noctule, node: MemoryNode, pinned: boolean): Promise<unknown> {
  return at(noctule, node, (here) =>
    run(noctule, here, "noctule.server.pin", { memoryUri: node.row.memoryUri, pinned, workspaceUri: here.workspaceUri }, pinned ? "pinning" : "unpinning"),
  );
}

async function lastChange(here: Here, memoryUri: string): Promise<string | undefined> {
  const { changes } = await here.client.ask("memory/history", { memoryUri, limit: 1, workspaceUri: here.workspaceUri });
  return changes[0]?.change;
}

async function undo(noctule: Noctule, here: Here, change: string): Promise<void> {
  await run(noctule, here, "noctule.server.undo", { change, workspaceUri: here.workspaceUri }, "taking the change back");
}

/** As the language does it, from the name in the memory's head; a memory without one is named by its file. */
async function rename(uri: Uri, name: string): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  const open = new Set(dirty());
  const place = nameIn(document);
  const edit = place === undefined ? moved(uri, name) : await asLanguage(uri, place, name);
  if (!(await workspace.applyEdit(edit))) {
    say("The memory was not renamed: the editor did not take the edit.", "warning");
    return;
  }
  // What a person had not saved before stays theirs to save.
  for (const touched of workspace.textDocuments.filter((one) => one.isDirty && !open.has(one.uri.toString()))) {
    await touched.save();
  }
}

function dirty(): string[] {
  return workspace.textDocuments.filter((one) => one.isDirty).map((one) => one.uri.toString());
}

async function asLanguage(uri: Uri, place: Position, name: string): Promise<WorkspaceEdit> {
  return commands.executeCommand<WorkspaceEdit>("vscode.executeDocumentRenameProvider", uri, place, name);
}

function moved(uri: Uri, name: string): WorkspaceEdit {
  const edit = new WorkspaceEdit();
  edit.renameFile(uri, Uri.joinPath(uri, "..", fileName(name)));
  return edit;
}

/** Where the value of `name:` begins in the head, if there is one. */
export function nameIn(document: TextDocument): Position | undefined {
  if (document.lineCount === 0 || document.lineAt(0).text.trimEnd() !== "---") {
    return undefined;
  }
  for (let number = 1; number < document.lineCount; number++) {
    const { text } = document.lineAt(number);
    if (text.trimEnd() === "---") {
      return undefined;
    }
    const found = /^name:[ \t]*["']?(?=\S)/.exec(text);
    if (found !== null) {
      return new Position(number, found[0].length);
    }
  }
  return undefined;
}
