// Tools for the editor's agents: recall and search, which only read, and remember, which asks the person first.
import {
  LanguageModelTextPart,
  LanguageModelToolResult,
  lm,
  type CancellationToken,
  type Disposable,
  type LanguageModelTool,
  type LanguageModelToolInvocationOptions,
  type LanguageModelToolInvocationPrepareOptions,
  type PreparedToolInvocation,
} from "vscode";
import { editorContext } from "../context";
import type { Here, Noctule } from "../noctule";
import { shownFolder } from "../project";
import { line, plainMarkdown } from "../text";
import type { SearchHit, WriteResult } from "../wire";

const LONGEST_HIT_CHARS = 2000;

interface RecallInput {
  readonly query: string;
}

interface SearchInput {
  readonly query: string;
  readonly scope?: "memories" | "transcripts" | "all";
  readonly limit?: number;
}

export interface RememberInput {
  readonly text: string;
  readonly name?: string;
  readonly description?: string;
  readonly type?: string;
  readonly target?: "project" | "user" | "notes";
}

export function registerTools(noctule: Noctule): Disposable[] {
  return [
    lm.registerTool<RecallInput>("noctule_recall", tool(noctule, "Recalling memories", recall)),
    lm.registerTool<SearchInput>("noctule_search", tool(noctule, "Searching memories and conversations", search)),
    lm.registerTool<RememberInput>("noctule_remember", { ...tool(noctule, "Remembering", remember), prepareInvocation: prepareToRemember }),
  ];
}

/** The person sees the very words that would be written, as plain text, before anything is. */
export function prepareToRemember(options: LanguageModelToolInvocationPrepareOptions<RememberInput>): PreparedToolInvocation {
  const { text, target } = options.input;
  const where = target === "user" ? "what is known about you" : target === "notes" ? "your notes for every project" : "this project's memory";
  return { invocationMessage: "Remembering", confirmationMessages: { title: `Save to ${where}?`, message: plainMarkdown(text) } };
}

function tool<T extends object>(
  noctule: Noctule,
  invocationMessage: string,
  work: (here: Here, input: T, token: CancellationToken) => Promise<string>,
): LanguageModelTool<T> {
  return {
    prepareInvocation: () => ({ invocationMessage }),
    invoke: async (options: LanguageModelToolInvocationOptions<T>, token: CancellationToken) => {
      const folder = shownFolder();
      if (folder === undefined) {
        throw new Error("No folder is open: memories belong to a project.");
      }
      const client = await noctule.lifecycle.ready();
      const text = await work({ client, folder, workspaceUri: folder.uri.toString() }, options.input, token);
      return new LanguageModelToolResult([new LanguageModelTextPart(text)]);
    },
  };
}

/** An agent that asks is answered, whatever it was shown before: it may have forgotten it. */
async function recall(here: Here, { query }: RecallInput, token: CancellationToken): Promise<string> {
  const { workspaceUri } = here;
  const params = { query, limit: 1, workspaceUri, ...(await editorContext(here.folder.uri)) };
  const { text } = await here.client.ask("memory/explainRecall", params, token);
  return text ?? "No memory fits. noctule_search looks for words instead.";
}

async function search(here: Here, { query, scope, limit }: SearchInput, token: CancellationToken): Promise<string> {
  const params = { query, scope: scope ?? "all", limit: limit ?? 5, workspaceUri: here.workspaceUri };
  const { hits } = await here.client.ask("memory/search", params, token);
  return hits.length === 0 ? "Nothing was found." : hits.map(hitText).join("\n\n");
}

export function hitText(hit: SearchHit): string {
  const where = hit.memoryUri === null ? `conversation ${line(hit.sessionRef)}` : "memory";
  const when = hit.at === null ? "" : `, ${line(hit.at).slice(0, 10)}`;
  return `## ${line(hit.title)} (${where}${when})\n${[...hit.text].slice(0, LONGEST_HIT_CHARS).join("")}`;
}

async function remember(here: Here, input: RememberInput, token: CancellationToken): Promise<string> {
  const { text, name, description, type, target } = input;
  const params = {
    text,
    workspaceUri: here.workspaceUri,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(type === undefined ? {} : { type }),
    ...(target === undefined ? {} : { target }),
  };
  return writtenText(await here.client.ask("memory/add", params, token));
}

export function writtenText(result: WriteResult): string {
  const said = { written: "It is remembered.", duplicate: "It was known already; nothing was written." }[result.verdict];
  const held = "It is held: it says part of what is known, or otherwise. It waits for the person's word.";
  return [said ?? held, ...result.warnings.map((warning) => line(warning, 500))].join("\n");
}
