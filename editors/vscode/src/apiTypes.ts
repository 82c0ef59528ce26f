/**
 * The API of the extension Noctule, for extensions that run an agent. Copy this file into yours.
 *
 *     const noctule = await vscode.extensions.getExtension<NoctuleApi>("noctule.noctule")?.activate();
 *     const session = await noctule?.startSession({ id: "my-chat-1", model: "any-model" });
 *     systemPrompt += session?.snapshot ?? "";
 *     const recalled = await session?.recall("how do the tests reach the database?");
 *     if (recalled?.text) messages.push(recalled.text);
 *     session?.didEndTurn([{ role: "user", text: "..." }]);
 *     session?.end();
 *
 * Within version 1 things are only added. Nothing here throws because memory is off or the server is gone: `startSession`
 * is then answered by a session that has no snapshot and recalls nothing.
 */
import type { CancellationToken, Event, Uri } from "vscode";

export interface NoctuleApi {
  readonly version: 1;
  /** Starts a session, or resumes the one of this id: it is given the same snapshot again, byte for byte. */
  startSession(options: SessionOptions): Promise<Session>;
  /** The sessions that were started here and are not ended. */
  readonly sessions: readonly Session[];
  /** What the status bar says of the folder, or of the one that is shown. */
  status(folder?: Uri): NoctuleStatus;
  readonly onDidChangeStatus: Event<void>;
  /** A turn was given memories, by whichever agent. */
  readonly onDidRecall: Event<Recalled>;
  /** Memories changed, whoever changed them. */
  readonly onDidWrite: Event<Written>;
  readonly onDidChangeDream: Event<DreamState>;
  readonly onDidEndDream: Event<DreamEnd>;
}

export interface SessionOptions {
  /** Your own id of the conversation. Keep it: by it the session is known again. */
  readonly id: string;
  /** An open folder; without it the active editor's, else the first. */
  readonly folder?: Uri;
  /** `main` (default), `subagent`, `side` (recall only) or `headless`. */
  readonly kind?: "main" | "subagent" | "side" | "headless";
  /** The agent's model: it decides how much the snapshot explains. */
  readonly model?: string;
  /** The session that this one branches off. */
  readonly forkOf?: string;
  /** The file in which you keep the conversation, if you do. */
  readonly transcript?: Uri;
  /** How long to wait for a server that is slow to start (default 10000). Recall asks again by itself. */
  readonly timeoutMs?: number;
}

export interface Session {
  readonly id: string;
  /** Whether memory is on, and was reached. */
  readonly enabled: boolean;
  readonly paused: boolean;
  /** For the system prompt. It stays the same until `compact`. */
  readonly snapshot: string | undefined;
  /** The folder of memories, which your agent's file tools may write to. */
  readonly memoryFolder: Uri | undefined;
  /** The memories for a turn. It begins the turn, is there within `timeoutMs` (default 2000), and never rejects. */
  recall(query: string, options?: RecallOptions): Promise<Recall>;
  /** A tool of your agent wrote a file, or may have: without `file` (a shell) Noctule looks by itself. */
  didWrite(tool: "write" | "edit" | "shell" | "other", file?: Uri, isError?: boolean): void;
  /** The agent has settled. */
  didEndTurn(messages?: readonly TurnMessage[]): void;
  /** The person typed, or ran something. */
  didActivity(): void;
  /** The conversation was compacted: resolves to the new snapshot, for the new prompt. */
  compact(): Promise<string | undefined>;
  /** The conversation is over. It can be started again by its id. */
  end(): void;
}

export interface RecallOptions {
  readonly timeoutMs?: number;
  /** Memories that the agent has in its context already. */
  readonly alreadyInContext?: readonly Uri[];
  /** Cancelled, also after it was answered: the session counts as never shown these memories. */
  readonly token?: CancellationToken;
}

export interface Recall {
  /** To be put before the model as it is; undefined where no memory fits. */
  readonly text: string | undefined;
  readonly reminder: string | undefined;
  readonly memories: readonly { readonly uri: Uri; readonly name: string; readonly ageDays: number }[];
  /** What you may want to know: `timedOut`, `paused`, `disabled`, `notRunning` and the like. */
  readonly notes: readonly string[];
}

export interface TurnMessage {
  readonly role: "user" | "assistant" | "tool";
  readonly text: string;
}

export interface NoctuleStatus {
  /** `off`: not started yet; `old`: the server is too old; `missing`: there is none on this machine. */
  readonly phase: "off" | "starting" | "running" | "old" | "stopped" | "missing";
  readonly message: string;
  readonly dreaming: boolean;
  readonly paused: boolean;
  /** How many proposals, memories and dreams wait for the person's word. */
  readonly held: number;
}

export interface Recalled {
  readonly sessionId: string;
  readonly memories: readonly { readonly uri: Uri; readonly name: string }[];
  readonly label: string;
}

export interface Written {
  readonly changes: readonly {
    readonly uri: Uri;
    readonly name: string;
    readonly action: "saved" | "updated" | "indexUpdated" | "removed";
    readonly by: string;
    readonly sessionId: string | undefined;
    readonly label: string;
  }[];
}

export interface DreamState {
  readonly state: "armed" | "running" | "held" | "idle";
  readonly step: number;
  readonly maxSteps: number;
  readonly message: string;
}

export interface DreamEnd {
  readonly dreamId: string;
  readonly status: "completed" | "aborted" | "failed" | "skipped";
  readonly held: boolean;
  readonly headline: string;
  readonly summary: string;
}
