// The names of the wire that this extension speaks, typed by the server's own table.
import type { Asks, ServerCommands, Tells, Told } from "./wire";

export type Ask = keyof Asks;
export type Tell = keyof Tells;
export type Hear = keyof Told;
export type ServerCommand = keyof ServerCommands;

export const COMPLETE_CHAT = "memory/completeChat";

/** What every command of the server answers; each adds fields of its own. */
export interface Answer extends Readonly<Record<string, unknown>> {
  readonly ok: boolean;
  readonly message: string;
  readonly kind?: string;
}

/** Methods without which the extension is of no use: a server that lacks one is too old for it. */
export const NEEDED: readonly Ask[] = [
  "memory/status",
  "memory/list",
  "memory/startSession",
  "memory/recall",
  "memory/explainRecall",
  "memory/search",
  "memory/sessions",
  "memory/held",
  "memory/history",
  "memory/dreamLog",
  "memory/dreamDiff",
];
