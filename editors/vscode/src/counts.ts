// Keeps what only `memory/status` tells (counts, what is held, who is paused) as new as what was heard since.
import type { Disposable } from "vscode";
import { workspace } from "vscode";
import type { Board } from "./board";
import type { Lifecycle } from "./lifecycle";
import { log, reason } from "./log";
import { localFolders } from "./project";

// Several events follow one write; they are answered by one question.
const SETTLE_MS = 300;

export class Counts implements Disposable {
  readonly #board: Board;
  readonly #lifecycle: Lifecycle;
  readonly #listeners: Disposable[];
  #timer: NodeJS.Timeout | undefined;

  constructor(board: Board, lifecycle: Lifecycle) {
    this.#board = board;
    this.#lifecycle = lifecycle;
    const soon = (): void => {
      this.soon();
    };
    lifecycle.onStarted(() => void this.now());
    this.#listeners = [
      board.on("memory/written", soon),
      board.on("memory/recalled", soon),
      board.on("memory/dreamOutcome", soon),
      board.on("memory/serverStatus", soon),
      workspace.onDidChangeWorkspaceFolders(soon),
    ];
  }

  soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.now(), SETTLE_MS);
  }

  async now(): Promise<void> {
    const client = this.#lifecycle.current;
    if (client === undefined) {
      return;
    }
    for (const folder of localFolders()) {
      const workspaceUri = folder.uri.toString();
      try {
        this.#board.learn(workspaceUri, await client.ask("memory/status", { workspaceUri }));
      } catch (error) {
        log().warn(`the status of ${folder.name} is not known: ${reason(error)}`);
      }
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }
}
