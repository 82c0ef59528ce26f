// One session of an agent that another extension runs.
import { CancellationTokenSource, Uri, type CancellationToken } from "vscode";
import type { Recall, RecallOptions, Session, SessionOptions, TurnMessage } from "./apiTypes";
import type { Client } from "./client";
import { editorContext } from "./context";
import type { Lifecycle } from "./lifecycle";
import { log, reason } from "./log";
import type { RecallResult, SessionResult, StartSessionParams } from "./wire";

const TIMEOUT_MS = 2000;
// The server answers within the limit by itself; this is for one that hangs.
const GRACE_MS = 250;

export class AgentSession implements Session {
  readonly id: string;
  readonly #lifecycle: Lifecycle;
  readonly #options: SessionOptions;
  readonly #folder: Uri;
  readonly #ended: () => void;
  #known: SessionResult | undefined;
  // A server that was started anew has the session on disk, but wants to be told that it goes on.
  #startedAt: Client | undefined;

  constructor(lifecycle: Lifecycle, options: SessionOptions, folder: Uri, ended: () => void) {
    this.id = options.id;
    this.#lifecycle = lifecycle;
    this.#options = options;
    this.#folder = folder;
    this.#ended = ended;
  }

  get enabled(): boolean {
    return this.#known?.enabled ?? false;
  }

  get paused(): boolean {
    return this.#known?.paused ?? false;
  }

  get snapshot(): string | undefined {
    return this.#known?.snapshot?.text;
  }

  get memoryFolder(): Uri | undefined {
    const uri = this.#known?.folderUri;
    return uri == null ? undefined : Uri.parse(uri);
  }

  /** Starts it, or makes it known to a server that was started anew. Undefined where there is no server. */
  async begin(): Promise<Client | undefined> {
    try {
      const client = await this.#lifecycle.ready();
      if (this.#startedAt !== client) {
        this.#known = await client.ask("memory/startSession", this.#startParams());
        this.#startedAt = client;
      }
      return client;
    } catch (error) {
      log().warn(`the session was not started: ${reason(error)}`);
      return undefined;
    }
  }

  async recall(query: string, options: RecallOptions = {}): Promise<Recall> {
    const limit = options.timeoutMs ?? TIMEOUT_MS;
    const source = new CancellationTokenSource();
    const outer = options.token?.onCancellationRequested(() => {
      source.cancel();
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Recall>((resolve) => {
      timer = setTimeout(() => {
        source.cancel();
        resolve(nothing("timedOut"));
      }, limit + GRACE_MS);
    });
    try {
      return await Promise.race([this.#recall(query, options, limit, source.token), late]);
    } catch (error) {
      log().warn(`nothing was recalled: ${reason(error)}`);
      return nothing(source.token.isCancellationRequested ? "cancelled" : "failed");
    } finally {
      clearTimeout(timer);
      outer?.dispose();
    }
  }

  didWrite(tool: "write" | "edit" | "shell" | "other", file?: Uri, isError = false): void {
    const uri = file === undefined ? {} : { uri: file.toString() };
    void this.#client?.tell("memory/didWrite", { sessionId: this.id, tool, isError, ...uri });
  }

  didEndTurn(messages: readonly TurnMessage[] = []): void {
    const at = new Date().toISOString();
    const said = messages.map((message) => ({ ...message, at }));
    void this.#client?.tell("memory/didEndTurn", { sessionId: this.id, messages: said });
  }

  didActivity(): void {
    void this.#client?.tell("memory/didActivity", { sessionId: this.id });
  }

  async compact(): Promise<string | undefined> {
    const client = await this.begin();
    if (client !== undefined) {
      try {
        this.#known = await client.ask("memory/compactSession", { sessionId: this.id });
      } catch (error) {
        log().warn(`no new snapshot was taken: ${reason(error)}`);
      }
    }
    return this.snapshot;
  }

  end(): void {
    void this.#client?.tell("memory/didEndSession", { sessionId: this.id });
    this.#startedAt = undefined;
    this.#ended();
  }

  get #client(): Client | undefined {
    return this.#lifecycle.current;
  }

  async #recall(query: string, options: RecallOptions, timeoutMs: number, token: CancellationToken): Promise<Recall> {
    const client = await this.begin();
    if (client === undefined || token.isCancellationRequested) {
      return nothing(client === undefined ? "notRunning" : "cancelled");
    }
    const context = await editorContext(this.#folder);
    const inContext = options.alreadyInContext?.map((uri) => uri.toString()) ?? [];
    const params = { sessionId: this.id, query, timeoutMs, alreadyInContext: inContext, ...context };
    return toRecall(await client.ask("memory/recall", params, token));
  }

  #startParams(): StartSessionParams {
    const { kind, model, forkOf, transcript } = this.#options;
    return {
      sessionId: this.id,
      workspaceUri: this.#folder.toString(),
      ...(kind === undefined ? {} : { kind }),
      ...(model === undefined ? {} : { model }),
      ...(forkOf === undefined ? {} : { forkOf }),
      ...(transcript === undefined ? {} : { transcriptUri: transcript.toString() }),
    };
  }
}

function toRecall(result: RecallResult): Recall {
  return {
    text: result.text ?? undefined,
    reminder: result.reminder ?? undefined,
    memories: result.memories.map(({ memoryUri, name, ageDays }) => ({ uri: Uri.parse(memoryUri), name, ageDays })),
    notes: result.notes,
  };
}

function nothing(note: string): Recall {
  return { text: undefined, reminder: undefined, memories: [], notes: [note] };
}
