// Owns the output channel. It holds what happened, by names and kinds; never the text of a memory or a turn.
import { window, type LogOutputChannel } from "vscode";

let opened: LogOutputChannel | undefined;

export function log(): LogOutputChannel {
  opened ??= window.createOutputChannel("Noctule", { log: true });
  return opened;
}

export function closeLog(): void {
  opened?.dispose();
  opened = undefined;
}

/** What is said of something thrown: its own sentence, without a stack. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
