// Read-only documents of ours: texts that are on no disk, and the two sides of a diff.
import { EventEmitter, Uri, window, workspace, type Disposable, type TextDocumentContentProvider } from "vscode";

export const SCHEME = "noctule";

// Texts that were shown are kept for as long as an editor may come back to them.
const KEPT = 200;

export class Documents implements TextDocumentContentProvider, Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new EventEmitter<Uri>();
  readonly #provided: Disposable;
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#provided = workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  /** An address for the text. `path` names it in the tab and decides the language: `dream/tests.md`. */
  put(path: string, text: string): Uri {
    const uri = Uri.from({ scheme: SCHEME, path: `/${path.replace(/^\/+/, "")}` });
    this.#texts.delete(uri.toString());
    this.#texts.set(uri.toString(), text);
    for (const key of [...this.#texts.keys()].slice(0, -KEPT)) {
      this.#texts.delete(key);
    }
    this.#changed.fire(uri);
    return uri;
  }

  async show(path: string, text: string): Promise<void> {
    const document = await workspace.openTextDocument(this.put(path, text));
    await window.showTextDocument(document, { preview: true });
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#texts.get(uri.toString()) ?? "This is not kept any more.";
  }

  dispose(): void {
    this.#provided.dispose();
    this.#changed.dispose();
  }
}
