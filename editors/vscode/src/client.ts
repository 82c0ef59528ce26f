// One running server and the talk with it: what the client says of itself, and every ask, tell and command.
import type { CancellationToken, Disposable, Position, Uri, WorkspaceEdit } from "vscode";
import {
  CloseAction,
  ErrorAction,
  ExecuteCommandRequest,
  LanguageClient,
  RenameRequest,
  RevealOutputChannelOn,
  ShowMessageNotification,
  ShowMessageRequest,
  WorkDoneProgress,
  type LanguageClientOptions,
  type StaticFeature,
} from "vscode-languageclient/node";
import { ask as askPerson, say } from "./dialogs";
import { log } from "./log";
import { COMPLETE_CHAT, NEEDED, type Answer, type Ask, type Hear, type ServerCommand, type Tell } from "./methods";
import { middleware } from "./middleware";
import { answerChat } from "./model";
import type { Process } from "./process";
import { showProgress } from "./progress";
import { noteRename } from "./renames";
import { trustedFolders } from "./trust";
import { PROTOCOL_VERSION, TOLD, type Asks, type ServerCommands, type Tells, type Told } from "./wire";

interface Welcome {
  readonly protocolVersion?: number;
  readonly methods?: readonly string[];
  readonly mcp?: boolean;
}

export interface Listener {
  hear<M extends Hear>(method: M, params: Told[M]): void;
}

/** Logs what the library would pop up: a crash is a state of ours, with an action. */
class QuietClient extends LanguageClient {
  override error(text: string, data?: unknown): void {
    super.error(text, data, false);
  }
}

export class Client implements Disposable {
  readonly #client: LanguageClient;
  #progress: Disposable | undefined;

  constructor(process: Process, listener: Listener, storageUri: string | undefined) {
    this.#client = new QuietClient("noctule", "Noctule", () => process.open(), options());
    this.#client.registerFeature(memoryFeature(storageUri));
    for (const method of TOLD) {
      this.#client.onNotification(method, (params: Told[typeof method]) => {
        listener.hear(method, params);
      });
    }
    this.#client.onNotification(ShowMessageNotification.type, (params) => {
      say(params.message, params.type <= 2 ? "warning" : "info");
    });
    this.#client.onRequest(ShowMessageRequest.type, async (params) => {
      const actions = params.actions ?? [];
      const chosen = await askPerson(params.message, actions.map((action) => action.title));
      return actions.find((action) => action.title === chosen) ?? null;
    });
    this.#client.onRequest(COMPLETE_CHAT, answerChat);
  }

  /** Resolves when the server has answered `initialize`; rejects where it ended before. */
  async start(): Promise<void> {
    await this.#client.start();
    this.#progress = showProgress(this.#client);
  }

  async stop(longestMs: number): Promise<void> {
    this.dispose();
    await this.#client.stop(longestMs);
  }

  /** Lets go of what is shown for a server that is gone. */
  dispose(): void {
    this.#progress?.dispose();
    this.#progress = undefined;
  }

  /** What makes the server too old for this extension, as a sentence; undefined where nothing does. */
  whyTooOld(): string | undefined {
    const welcome = this.#welcome;
    const lacks = NEEDED.filter((method) => welcome?.methods?.includes(method) !== true);
    if (welcome?.protocolVersion === PROTOCOL_VERSION && lacks.length === 0) {
      return undefined;
    }
    return `The server${this.version === undefined ? "" : ` (${this.version})`} is too old for this extension: update it.`;
  }

  get version(): string | undefined {
    return this.#client.initializeResult?.serverInfo?.version;
  }

  /** Whether `noctule mcp` has all that it needs. */
  get servesMcp(): boolean {
    return this.#welcome?.mcp === true;
  }

  async ask<M extends Ask>(method: M, params: Asks[M]["params"], token?: CancellationToken): Promise<Asks[M]["result"]> {
    // The library takes an argument that is undefined for one more param.
    return this.#client.sendRequest<Asks[M]["result"]>(method, params, ...(token === undefined ? [] : [token]));
  }

  async tell<M extends Tell>(method: M, params: Tells[M]): Promise<void> {
    await this.#client.sendNotification(method, params);
  }

  /**
   * The edit that renames the memory whose name stands there: what changes in its text first, then the move of its file.
   * The editor's own command for it gives the moves first, after which the text is no more where the edit says.
   */
  async renameEdit(uri: Uri, position: Position, newName: string): Promise<WorkspaceEdit | undefined> {
    const params = { textDocument: { uri: uri.toString() }, position, newName };
    const edit = await this.#client.sendRequest(RenameRequest.type, params);
    noteRename(newName);
    return edit === null ? undefined : this.#client.protocol2CodeConverter.asWorkspaceEdit(edit);
  }

  /** Runs a command of the server. What it could not do is told in the answer; an error means a wrong call. */
  async run<C extends ServerCommand>(
    command: C,
    argument: ServerCommands[C],
    watch?: { readonly token: CancellationToken; report(text: string): void },
  ): Promise<Answer> {
    const workDoneToken = crypto.randomUUID();
    const progress = this.#client.onProgress(WorkDoneProgress.type, workDoneToken, (value) => {
      watch?.report(value.message ?? "");
    });
    try {
      const params = { command, arguments: [argument], workDoneToken };
      return (await this.#client.sendRequest(ExecuteCommandRequest.type, params, watch?.token)) as Answer;
    } finally {
      progress.dispose();
    }
  }

  get #welcome(): Welcome | undefined {
    return (this.#client.initializeResult?.capabilities.experimental as { memory?: Welcome } | undefined)?.memory;
  }

  /** The server asks for the settings it wants. */
  async settingsChanged(): Promise<void> {
    await this.#client.sendNotification("workspace/didChangeConfiguration", { settings: null });
  }
}

function options(): LanguageClientOptions {
  return {
    outputChannel: log(),
    traceOutputChannel: log(),
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    diagnosticCollectionName: "noctule",
    markdown: { isTrusted: false, supportHtml: false, supportThemeIcons: false },
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
    },
    middleware: middleware(),
  };
}

function memoryFeature(storageUri: string | undefined): StaticFeature {
  return {
    fillClientCapabilities: (capabilities) => {
      const memory = {
        protocolVersion: PROTOCOL_VERSION,
        notifications: TOLD,
        lendsModel: true,
        interactive: true,
        trustedWorkspaceUris: trustedFolders(),
        ...(storageUri === undefined ? {} : { workspaceStorageUri: storageUri }),
      };
      capabilities.experimental = { ...(capabilities.experimental as object | undefined), memory };
    },
    initialize: () => undefined,
    getState: () => ({ kind: "static" }),
    clear: () => undefined,
  };
}
