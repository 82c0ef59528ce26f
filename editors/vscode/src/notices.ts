// What the server tells by itself, said to the person: suggestions with what to do, and how dreams ended.
import { commands, type Disposable } from "vscode";
import { showsNotifications } from "./config";
import { ask, say } from "./dialogs";
import { offerHeldDream } from "./dreams";
import { log } from "./log";
import type { Here, Noctule } from "./noctule";
import { localFolders } from "./project";
import { beyond } from "./text";
import type { DreamOutcome, Nudge } from "./wire";

interface Action {
  readonly title: string;
  readonly command: string;
}

const ACTIONS: Readonly<Record<string, readonly Action[]>> = {
  indexTooLong: [
    { title: "Open Index", command: "noctule.openIndex" },
    { title: "Tidy", command: "noctule.tidy" },
  ],
  modelUnusable: [{ title: "Open Settings", command: "noctule.openSettings" }],
  promote: [{ title: "Promote...", command: "noctule.promote" }],
  adopt: [{ title: "Adopt...", command: "noctule.adopt" }],
  import: [{ title: "Import...", command: "noctule.import" }],
  dream: [{ title: "Dream Now", command: "noctule.dream" }],
};

export function listenForNotices(noctule: Noctule): Disposable[] {
  const { board } = noctule;
  // Dreams that a person asked for, here or in another window.
  const wanted = new Set<string>();
  return [
    board.on("memory/dreamStatus", ({ dreamId, state, trigger }) => {
      if (dreamId !== null && state === "running" && trigger !== "idle") {
        wanted.add(dreamId);
      }
    }),
    board.on("memory/nudge", (told) => void nudge(told)),
    board.on("memory/dreamOutcome", (told) => void dreamEnded(noctule, told, wanted.delete(told.dreamId))),
    board.on("memory/written", (told) => {
      for (const change of told.changes) {
        log().info(`${change.label} (${change.by})`);
      }
      // They stand in the files as diagnostics too: a message for each write would be a storm.
      for (const warning of told.warnings) {
        log().warn(warning);
      }
    }),
    board.on("memory/recalled", (told) => {
      log().info(told.label);
    }),
  ];
}

async function nudge(told: Nudge): Promise<void> {
  log().info(`suggested: ${told.reason}`);
  if (!showsNotifications()) {
    return;
  }
  const actions = ACTIONS[told.reason] ?? [];
  const chosen = await ask(told.message, actions.map((action) => action.title));
  const action = actions.find((one) => one.title === chosen);
  if (action !== undefined) {
    await commands.executeCommand(action.command);
  }
}

async function dreamEnded(noctule: Noctule, told: DreamOutcome, isWanted: boolean): Promise<void> {
  log().info(`a dream ended: ${told.status}${told.held ? ", held" : ""}`);
  const here = hereOf(noctule, told.workspaceUri);
  if (told.held && here !== undefined) {
    return offerHeldDream(noctule, here, told);
  }
  if (isWanted || showsNotifications()) {
    const words = told.status === "failed" ? `${told.headline}. ${beyond(told.headline, told.reason)}`.trim() : told.headline;
    say(words, told.status === "failed" ? "warning" : "info");
  }
}

function hereOf({ board, lifecycle }: Noctule, workspaceUri: string): Here | undefined {
  const client = lifecycle.current;
  const folder = localFolders().find((one) => board.isSame(one.uri.toString(), workspaceUri));
  return client === undefined || folder === undefined ? undefined : { client, folder, workspaceUri };
}
