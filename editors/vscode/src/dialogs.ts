// What is said to a person and asked of them. Every text is made safe here, whoever wrote it.
import { window } from "vscode";
import { message } from "./text";

export type Level = "info" | "warning" | "error";

let asked = 0;

/** Whether a question stands open that nobody has answered or closed yet. */
export function areAsking(): boolean {
  return asked > 0;
}

/** Says it, and goes on: nobody waits until a message is closed. */
export function say(text: string, level: Level = "info"): void {
  void show(text, [], level, false);
}

/** The title that was chosen; undefined where the message was closed. */
export async function ask(text: string, actions: readonly string[], level: Level = "info"): Promise<string | undefined> {
  asked += 1;
  try {
    return await show(text, actions, level, false);
  } finally {
    asked -= 1;
  }
}

/** In front of everything: for what cannot be taken back. */
export async function confirm(text: string, action: string): Promise<boolean> {
  return (await show(text, [action], "warning", true)) === action;
}

async function show(text: string, actions: readonly string[], level: Level, modal: boolean): Promise<string | undefined> {
  const said = message(text);
  const options = { modal };
  switch (level) {
    case "info":
      return window.showInformationMessage(said, options, ...actions);
    case "warning":
      return window.showWarningMessage(said, options, ...actions);
    case "error":
      return window.showErrorMessage(said, options, ...actions);
  }
}
