// The parts that commands, views and the API work with.
import type { WorkspaceFolder } from "vscode";
import type { Board } from "./board";
import type { Client } from "./client";
import type { Counts } from "./counts";
import type { Documents } from "./documents";
import type { Lifecycle } from "./lifecycle";

export interface Noctule {
  readonly board: Board;
  readonly lifecycle: Lifecycle;
  readonly counts: Counts;
  readonly documents: Documents;
}

/** What a command is given: a server that runs, and the folder that is meant. */
export interface Here {
  readonly client: Client;
  readonly folder: WorkspaceFolder;
  readonly workspaceUri: string;
}
