// Commands on memories: look, open, write, remember, take back.
import { commands, Range, SnippetString, Uri, window, workspace } from "vscode";
import { count } from "../ages";
import { ask, say } from "../dialogs";
import { reviewHeld } from "../held";
import type { Here } from "../noctule";
import { label, line, lines } from "../text";
import { open, quietly, run, searching, withServer, words, type Commands } from "./shared";

export const memories: Commands = {
  openMemory: (noctule) =>
    withServer(noctule, async (here) => {
      const { memories: all } = await here.client.ask("memory/list", { workspaceUri: here.workspaceUri });
      const rows = all.map((row) => ({
        label: label(row.name, 80),
        description: label(row.type),
        detail: label(row.description),
        uri: row.memoryUri,
      }));
      const chosen = await window.showQuickPick(rows, { placeHolder: "Open which memory?", matchOnDetail: true });
      return chosen === undefined ? undefined : open(chosen.uri);
    }),

  openIndex: (noctule) =>
    withServer(noctule, async (here) => {
      const status = await here.client.ask("memory/status", { workspaceUri: here.workspaceUri });
      const uri = Uri.joinPath(Uri.parse(status.folderUri), "MEMORY.md");
      if (status.index?.exists === true) {
        return open(uri.toString());
      }
      say("There is no index yet: it is made with the first memory.");
    }),

  newMemory: (noctule) =>
    withServer(noctule, async (here) => {
      const name = await words("Name of the memory", "Integration tests use a real database");
      return name === undefined ? undefined : begin(here, name);
    }),

  remember: (noctule, given) =>
    withServer(noctule, async (here) => {
      const text = typeof given === "string" ? given : await words("What is to be remembered?", "Use pnpm, not npm");
      return text === undefined
        ? undefined
        : run(noctule, here, "noctule.server.remember", { text, workspaceUri: here.workspaceUri }, "wording the memory");
    }),

  search: (noctule) =>
    withServer(noctule, async (here) => {
      const query = await words("Search memories and past conversations for");
      if (query === undefined) {
        return;
      }
      const params = { query, scope: "all" as const, limit: 50, workspaceUri: here.workspaceUri };
      const { hits } = await searching("searching memories and conversations", (token) => here.client.ask("memory/search", params, token));
      const rows = hits.map((hit) => ({
        label: `${hit.memoryUri === null ? "$(comment-discussion)" : "$(note)"} ${label(hit.title, 80)}`,
        description: label(hit.at, 10),
        detail: label(hit.text),
        hit,
      }));
      if (rows.length === 0) {
        say(`Nothing was found for “${query}”.`);
        return;
      }
      const chosen = await window.showQuickPick(rows, { placeHolder: `Found for “${label(query, 60)}”`, matchOnDetail: true });
      if (chosen?.hit.memoryUri != null) {
        await open(chosen.hit.memoryUri);
      } else if (chosen !== undefined) {
        await noctule.documents.show(`${line(chosen.hit.title, 40)}.txt`, lines(chosen.hit.text));
      }
    }),

  explainRecall: async (_noctule, given) => {
    const query = typeof given === "string" ? given : await words("A turn: what would be recalled for it, and why?");
    return query === undefined ? undefined : commands.executeCommand("noctule.view.preview", query);
  },

  reviewHeld: (noctule) => withServer(noctule, (here) => reviewHeld(noctule, here)),

  undo: (noctule) =>
    withServer(noctule, (here) =>
      run(noctule, here, "noctule.server.undo", { workspaceUri: here.workspaceUri }, "taking the last change back"),
    ),

  promote: (noctule) =>
    withServer(noctule, async (here) => {
      const answer = await quietly(here, "noctule.server.promote", { workspaceUri: here.workspaceUri }, "preparing the edit");
      if (answer["verdict"] !== "proposed") {
        say(answer.message, answer.ok ? "info" : "warning");
        return;
      }
      // The server asks as well, since this client is interactive; the diff is what its question is about.
      await noctule.documents.show("Promotion.diff", lines(String(answer["diff"])));
    }),

  adopt: (noctule, given) =>
    withServer(noctule, async (here) => {
      const fromRoot = typeof given === "string" ? given : await formerFolder(here);
      if (fromRoot === undefined) {
        return;
      }
      const argument = { fromRoot, workspaceUri: here.workspaceUri };
      const sure = await ask(`Take over the memory of ${fromRoot}?`, ["Adopt"]);
      if (sure !== undefined) {
        await run(noctule, here, "noctule.server.adopt", argument, "adopting");
      }
    }),
};

/** Where the project was: what its repository left behind, or a path. (The folder is gone: no dialog could show it.) */
async function formerFolder(here: Here): Promise<string | undefined> {
  const found = await quietly(here, "noctule.server.adopt", { workspaceUri: here.workspaceUri }, "looking for memory that was left");
  const offers = (found["offers"] ?? []) as readonly { readonly fromRoot: string; readonly memories: number }[];
  const other = { label: "$(edit) Another Place...", description: "type the folder that the project was in", root: undefined };
  const rows = offers.map((one) => ({ label: label(one.fromRoot), description: count(one.memories, "memory", "memories"), root: one.fromRoot }));
  const chosen = rows.length === 0 ? other : await window.showQuickPick([...rows, other], { placeHolder: "Take over the memory of which place?" });
  if (chosen === undefined || chosen.root !== undefined) {
    return chosen?.root;
  }
  return words(`${rows.length === 0 ? "This repository left no memory elsewhere. " : ""}The folder that the project was in before`, "/home/me/old/project");
}

/** An unsaved file with its head: it is a memory once it is saved. */
async function begin(here: Here, name: string): Promise<void> {
  const status = await here.client.ask("memory/status", { workspaceUri: here.workspaceUri });
  const file = Uri.joinPath(Uri.parse(status.folderUri), fileName(name));
  if (await exists(file)) {
    return open(file.toString());
  }
  const document = await workspace.openTextDocument(file.with({ scheme: "untitled" }));
  const editor = await window.showTextDocument(document);
  const snippet = new SnippetString("---\nname: ");
  snippet.appendText(line(name, 80)).appendText("\ndescription: ").appendTabstop(1);
  snippet.appendText("\ntype: ").appendChoice(["project", "feedback", "reference", "user"], 2).appendText("\n---\n\n").appendTabstop(0);
  await editor.insertSnippet(snippet, new Range(0, 0, document.lineCount, 0));
}

/** What is no letter or digit is a dash; the server takes any name that a disk takes. */
export function fileName(name: string): string {
  const stem = line(name, 60)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  return `${stem === "" || stem === "memory" ? "new-memory" : stem}.md`;
}

async function exists(file: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
}
