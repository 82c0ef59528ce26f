// The API that the extension exports: sessions for agents of other extensions, and events.
import { EventEmitter, Uri, window, workspace, type Disposable } from "vscode";
import type { DreamEnd, DreamState, NoctuleApi, NoctuleStatus, Recalled, Session, SessionOptions, Written } from "./apiTypes";
import type { Noctule } from "./noctule";
import { localFolders, shownFolder } from "./project";
import { AgentSession } from "./session";
import { heldCount } from "./state";
import type { Told } from "./wire";

export type { NoctuleApi } from "./apiTypes";

// Typing is told now and then, not for each key.
const ACTIVITY_MS = 30_000;
const START_MS = 10_000;

/** The API, and what is to be disposed of with the extension. */
export function createApi(noctule: Noctule): { readonly api: NoctuleApi; readonly parts: Disposable[] } {
  const open = new Map<string, AgentSession>();
  const recalled = new EventEmitter<Recalled>();
  const written = new EventEmitter<Written>();
  const dream = new EventEmitter<DreamState>();
  const dreamEnd = new EventEmitter<DreamEnd>();
  const status = new EventEmitter<void>();
  const { board } = noctule;
  const parts: Disposable[] = [
    recalled,
    written,
    dream,
    dreamEnd,
    status,
    board.onDidChange(() => {
      status.fire();
    }),
    board.on("memory/recalled", (told) => {
      recalled.fire(toRecalled(told));
    }),
    board.on("memory/written", (told) => {
      written.fire(toWritten(told));
    }),
    board.on("memory/dreamStatus", (told) => {
      dream.fire(told as DreamState);
    }),
    board.on("memory/dreamOutcome", (told) => {
      dreamEnd.fire(told as DreamEnd);
    }),
    noticeTyping(() => [...open.values()]),
  ];
  const api: NoctuleApi = {
    version: 1,
    startSession: async (options: SessionOptions) => start(noctule, open, options),
    get sessions() {
      return [...open.values()];
    },
    status: (folder?: Uri) => statusOf(noctule, folder),
    onDidChangeStatus: status.event,
    onDidRecall: recalled.event,
    onDidWrite: written.event,
    onDidChangeDream: dream.event,
    onDidEndDream: dreamEnd.event,
  };
  return { api: Object.freeze(api), parts };
}

async function start(noctule: Noctule, open: Map<string, AgentSession>, options: SessionOptions): Promise<Session> {
  const folder = options.folder ?? shownFolder()?.uri ?? Uri.file("/");
  const known = open.get(options.id);
  const session =
    known ??
    new AgentSession(noctule.lifecycle, options, folder, () => {
      open.delete(options.id);
    });
  open.set(options.id, session);
  await within(options.timeoutMs ?? START_MS, session.begin());
  return session;
}

async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

function statusOf(noctule: Noctule, folder: Uri | undefined): NoctuleStatus {
  const { phase, why, project } = noctule.board.shown((folder ?? shownFolder()?.uri)?.toString());
  return {
    phase,
    message: phase === "running" ? (project.told?.message ?? "") : why,
    dreaming: project.dream?.state === "running",
    paused: project.told?.paused ?? false,
    held: heldCount(project),
  };
}

function noticeTyping(sessions: () => readonly Session[]): Disposable {
  let told = 0;
  return workspace.onDidChangeTextDocument((event) => {
    const now = Date.now();
    const isPersons = event.document === window.activeTextEditor?.document && event.contentChanges.length > 0;
    if (isPersons && now - told > ACTIVITY_MS && localFolders().length > 0) {
      told = now;
      for (const session of sessions()) {
        session.didActivity();
      }
    }
  });
}

function toRecalled(told: Told["memory/recalled"]): Recalled {
  return { sessionId: told.sessionId, label: told.label, memories: told.memories.map((one) => ({ uri: Uri.parse(one.memoryUri), name: one.name })) };
}

function toWritten(told: Told["memory/written"]): Written {
  const changes = told.changes.map(({ memoryUri, name, action, by, sessionId, label }) => ({
    uri: Uri.parse(memoryUri),
    name,
    action: action as Written["changes"][number]["action"],
    by,
    sessionId: sessionId ?? undefined,
    label,
  }));
  return { changes };
}
