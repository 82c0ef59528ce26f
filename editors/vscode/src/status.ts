// Shows the state: the status bar item, and an item among the language's own on memory files.
import {
  languages,
  LanguageStatusSeverity,
  RelativePattern,
  StatusBarAlignment,
  ThemeColor,
  Uri,
  window,
  type Disposable,
  type DocumentFilter,
  type LanguageStatusItem,
  type StatusBarItem,
} from "vscode";
import type { Board } from "./board";
import { shownFolder } from "./project";
import { details, statusText, words, type Severity } from "./state";
import { plainMarkdown } from "./text";

// As long as a person needs to read it.
const FLASH_MS = 4000;
const MENU = "noctule.showMenu";

export class Status implements Disposable {
  readonly #board: Board;
  readonly #item: StatusBarItem;
  readonly #language: LanguageStatusItem;
  readonly #listeners: Disposable[];
  #flash: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(board: Board) {
    this.#board = board;
    this.#item = window.createStatusBarItem("noctule.status", StatusBarAlignment.Right, 90);
    this.#item.name = "Noctule";
    this.#item.command = MENU;
    this.#language = languages.createLanguageStatusItem("noctule.memory", []);
    this.#language.name = "Noctule";
    this.#language.command = { command: MENU, title: "Menu" };
    this.#listeners = [
      board.onDidChange(() => {
        this.#show();
      }),
      board.on("memory/recalled", (told) => {
        this.#say(told.label);
      }),
      board.on("memory/written", (told) => {
        this.#say(told.changes.find((change) => change.by !== "person")?.label);
      }),
      window.onDidChangeActiveTextEditor(() => {
        this.#show();
      }),
    ];
    this.#show();
    this.#item.show();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#item.dispose();
    this.#language.dispose();
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  /** For a moment, in place of the state: what just happened. */
  #say(text: string | undefined): void {
    if (text === undefined) {
      return;
    }
    this.#flash = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#flash = undefined;
      this.#show();
    }, FLASH_MS);
    this.#show();
  }

  #show(): void {
    const folder = shownFolder();
    const shown = this.#board.shown(folder?.uri.toString());
    const said = words(shown);
    const lines = details(shown);
    this.#item.text = statusText(said, said.severity === "none" ? this.#flash : undefined);
    this.#item.tooltip = plainMarkdown(["Noctule", ...lines].join("\n"));
    this.#item.accessibilityInformation = { label: ["Noctule", said.text, ...lines].join(", ") };
    this.#item.backgroundColor = background(said.severity);
    this.#showLanguage(said.text, lines, said.severity);
    this.#language.busy = said.icon.endsWith("~spin");
  }

  #showLanguage(text: string, lines: readonly string[], severity: Severity): void {
    this.#language.selector = memoryFiles(this.#board);
    this.#language.text = text;
    this.#language.detail = lines[0] ?? "";
    this.#language.severity = {
      none: LanguageStatusSeverity.Information,
      warning: LanguageStatusSeverity.Warning,
      error: LanguageStatusSeverity.Error,
    }[severity];
  }
}

/** The files of every memory folder that is known. */
export function memoryFiles(board: Board): DocumentFilter[] {
  return board.projects().flatMap(({ status }) =>
    status === undefined
      ? []
      : [{ scheme: "file", language: "markdown", pattern: new RelativePattern(Uri.parse(status.folderUri), "**") }],
  );
}

function background(severity: Severity): ThemeColor | undefined {
  return severity === "none" ? undefined : new ThemeColor(`statusBarItem.${severity}Background`);
}
