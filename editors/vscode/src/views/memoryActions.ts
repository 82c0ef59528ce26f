// What can be done with a memory from its row. Everything that changes it can be undone.
import { commands, Position, Uri, window, workspace, WorkspaceEdit, type TextDocument } from "vscode";
import { fileName } from "../commands/memories";
import { run, withServer } from "../commands/shared";
import { ask, say } from "../dialogs";
import type { Here, Noctule } from "../noctule";
import { folderAt } from "../project";
import { line } from "../text";
import type { MemoryRow } from "../wire";
import type { Node } from "./memories";

type Actions = Readonly<Record<string, (noctule: Noctule, node: Node) => unknown>>;

export const memoryActions: Actions = {
  reveal: (_noctule, node) => {
    const uri = uriOf(node);
    return uri === undefined ? undefined : commands.executeCommand("revealFileInOS", uri);
  },

  rename: (noctule, node) =>
    atMemory(noctule, node, async (here, row) => {
      const value = line(row.name, 200);
      const prompt = "The memory's new name: its file, its line in the index and every link follow";
      const name = (await window.showInputBox({ value, prompt, ignoreFocusOut: true }))?.trim();
      if (name !== undefined && name !== "" && name !== row.name) {
        await rename(here, Uri.parse(row.memoryUri), name);
      }
    }),

  remove: (noctule, node) =>
    atMemory(noctule, node, async (here, { memoryUri, name }) => {
      await here.client.ask("memory/remove", { memoryUri, workspaceUri: here.workspaceUri });
      const change = await lastChange(here, memoryUri);
      if ((await ask(`The memory “${line(name, 80)}” was removed.`, ["Undo"])) === "Undo" && change !== undefined) {
        await undo(noctule, here, change);
      }
    }),

  undo: (noctule, node) =>
    atFile(noctule, node, async (here, uri) => {
      const change = await lastChange(here, uri);
      if (change === undefined) {
        say("Nothing is known of how it changed.");
        return;
      }
      await undo(noctule, here, change);
    }),

  pin: (noctule, node) => pin(noctule, node, true),

  unpin: (noctule, node) => pin(noctule, node, false),

  accept: (noctule, node) =>
    atMemory(noctule, node, (here, { memoryUri }) =>
      run(noctule, here, "noctule.server.accept", { memoryUri, workspaceUri: here.workspaceUri }, "accepting"),
    ),
};

/** A key may be pressed on any row: one that is no memory is left alone. */
async function atMemory(noctule: Noctule, node: Node, work: (here: Here, row: MemoryRow) => Promise<unknown>): Promise<unknown> {
  return node.kind === "memory" ? withServer(noctule, (here) => work(here, node.row), folderAt(node.workspaceUri)) : undefined;
}

async function atFile(noctule: Noctule, node: Node, work: (here: Here, uri: string) => Promise<unknown>): Promise<unknown> {
  const uri = uriOf(node);
  return uri === undefined || !("workspaceUri" in node) ? undefined : withServer(noctule, (here) => work(here, uri.toString()), folderAt(node.workspaceUri));
}

function uriOf(node: Node): Uri | undefined {
  if (node.kind === "memory") {
    return Uri.parse(node.row.memoryUri);
  }
  return "uri" in node ? node.uri : undefined;
}

function pin(noctule: Noctule, node: Node, pinned: boolean): Promise<unknown> {
  return atMemory(noctule, node, (here, { memoryUri }) =>
    run(noctule, here, "noctule.server.pin", { memoryUri, pinned, workspaceUri: here.workspaceUri }, pinned ? "pinning" : "unpinning"),
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
async function rename(here: Here, uri: Uri, name: string): Promise<void> {
  const document = await workspace.openTextDocument(uri);
  const open = new Set(dirty());
  const place = nameIn(document);
  const edit = place === undefined ? moved(uri, name) : await here.client.renameEdit(uri, place, name);
  if (edit === undefined || !(await workspace.applyEdit(edit))) {
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
