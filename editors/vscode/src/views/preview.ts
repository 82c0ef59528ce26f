// The recall preview: a turn is typed, and it is shown what would be recalled for it, and why.
import { commands, Uri, window, type Webview, type WebviewView, type WebviewViewProvider } from "vscode";
import { editorContext } from "../context";
import { log, reason } from "../log";
import { NotRunning } from "../lifecycle";
import type { Noctule } from "../noctule";
import { shownFolder } from "../project";
import { line, lines } from "../text";
import type { ExplainResult } from "../wire";
import { previewPage } from "./previewPage";

const MOST = 30;

interface Shown {
  readonly query: string;
  readonly error?: string;
  readonly said?: string;
  readonly text?: string;
  readonly candidates?: readonly { name: string; facts: string; reason: string; picked: boolean; gone: string }[];
}

interface Asked {
  readonly kind?: unknown;
  readonly query?: unknown;
  readonly row?: unknown;
}

export class RecallPreview implements WebviewViewProvider {
  readonly #noctule: Noctule;
  #webview: Webview | undefined;
  #rows: readonly string[] = [];
  // Words that were asked about before the page was there to show them.
  #waiting: string | undefined;
  #asked = 0;

  constructor(noctule: Noctule) {
    this.#noctule = noctule;
  }

  /** Shows the view, and what would be recalled for the words, if there are any. */
  async show(words: string | undefined): Promise<void> {
    this.#waiting = words;
    await commands.executeCommand("noctule.preview.focus");
    if (this.#webview !== undefined && this.#waiting !== undefined) {
      await this.#explain(this.#waiting);
    }
  }

  resolveWebviewView(view: WebviewView): void {
    const { webview } = view;
    webview.options = { enableScripts: true, localResourceRoots: [] };
    webview.onDidReceiveMessage((asked: Asked) => void this.#hear(webview, asked));
    view.onDidDispose(() => {
      this.#webview = undefined;
    });
    webview.html = previewPage();
  }

  async #hear(webview: Webview, asked: Asked): Promise<void> {
    if (asked.kind === "ready") {
      this.#webview = webview;
      if (this.#waiting !== undefined) {
        await this.#explain(this.#waiting);
      }
    } else if (asked.kind === "explain" && typeof asked.query === "string" && asked.query.trim() !== "") {
      await this.#explain(asked.query);
    } else if (asked.kind === "open" && typeof asked.row === "number") {
      await this.#open(this.#rows[asked.row]);
    }
  }

  async #open(uri: string | undefined): Promise<void> {
    if (uri !== undefined) {
      await window.showTextDocument(Uri.parse(uri));
    }
  }

  async #explain(query: string): Promise<void> {
    this.#waiting = undefined;
    this.#asked += 1;
    const number = this.#asked;
    const answer = await this.#answer(query);
    // Of questions in a row the last one is shown, whichever is answered last.
    if (number === this.#asked) {
      this.#rows = answer.uris;
      await this.#webview?.postMessage(answer.shown);
    }
  }

  async #answer(query: string): Promise<{ readonly shown: Shown; readonly uris: readonly string[] }> {
    const folder = shownFolder();
    if (folder === undefined) {
      return { shown: { query, error: "Open a folder first: memories belong to a project." }, uris: [] };
    }
    try {
      const client = await this.#noctule.lifecycle.ready();
      const params = { query, limit: MOST, workspaceUri: folder.uri.toString(), ...(await editorContext(folder.uri)) };
      const result = await client.ask("memory/explainRecall", params);
      return { shown: { query, ...shownResult(result) }, uris: result.candidates.map((one) => one.memoryUri) };
    } catch (error) {
      log().warn(`a recall was not explained: ${reason(error)}`);
      const said = error instanceof NotRunning ? `Noctule's server is not running. ${line(error.message)}` : line(reason(error));
      return { shown: { query, error: said }, uris: [] };
    }
  }
}

/** What the page shows: plain text only, made safe here and put in as text there. */
export function shownResult(result: ExplainResult): Omit<Shown, "query"> {
  const picked = result.candidates.filter((one) => one.picked).length;
  const given = picked === 0 ? "Nothing would be recalled" : picked === 1 ? "1 memory would be recalled" : `${picked} memories would be recalled`;
  const notes = result.notes.map((note) => ` (${line(note)})`).join("");
  return {
    said: `${given}: ${line(result.gate.reason)}.${notes}`,
    text: result.text === null ? "" : lines(result.text),
    candidates: result.candidates.map((one) => ({
      name: line(one.name, 100),
      facts: [`score ${one.score.toFixed(2)}`, ...partsOf(one.parts), `covers ${Math.round(one.coverage * 100)} %`].join(" · "),
      reason: line(one.reason, 200),
      picked: one.picked,
      gone: one.goneFiles.map((file) => line(file, 120)).join(", "),
    })),
  };
}

function partsOf(parts: Readonly<Record<string, number>>): string[] {
  return Object.entries(parts)
    .filter(([, value]) => value !== 0)
    .map(([name, value]) => `${line(name, 30)} ${value.toFixed(2)}`);
}
