// Sets the context keys by which commands, views and menus show themselves.
import { commands, window, type Disposable } from "vscode";
import type { Board } from "./board";
import { shownFolder } from "./project";
import { isDreamHeld, isOff, type Shown } from "./state";

export class ContextKeys implements Disposable {
  readonly #board: Board;
  readonly #set = new Map<string, unknown>();
  readonly #listeners: Disposable[];

  constructor(board: Board) {
    this.#board = board;
    const show = (): void => {
      this.#show();
    };
    this.#listeners = [board.onDidChange(show), window.onDidChangeActiveTextEditor(show)];
    this.#show();
  }

  dispose(): void {
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  #show(): void {
    for (const [key, value] of Object.entries(keys(this.#board.shown(shownFolder()?.uri.toString())))) {
      if (this.#set.get(key) !== value) {
        this.#set.set(key, value);
        void commands.executeCommand("setContext", `noctule.${key}`, value);
      }
    }
  }
}

export function keys(shown: Shown): Record<string, unknown> {
  const { status, dream } = shown.project;
  const sessions = status?.sessions ?? [];
  return {
    active: true,
    phase: shown.phase,
    lacksMcp: shown.lacksMcp === true,
    disabled: isOff(shown.project),
    dreaming: dream?.state === "running",
    dreamHeld: isDreamHeld(shown.project),
    canPause: sessions.some((session) => !session.paused),
    canResume: sessions.some((session) => session.paused),
  };
}
