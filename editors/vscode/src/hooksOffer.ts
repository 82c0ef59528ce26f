// Offers once that an agent which is used on this machine uses this memory by its hooks.
import type { Memento } from "vscode";
import { workspace } from "vscode";
import { withServer } from "./commands/shared";
import { showsNotifications } from "./config";
import { areAsking, ask } from "./dialogs";
import { AGENTS, change, hookStates, type Agent, type HookStates } from "./hooks";
import { log, reason } from "./log";
import type { Here, Noctule } from "./noctule";
import { shownFolder } from "./project";
import { isOff } from "./state";

const KEY = "noctule.hooksOffer";
// Whoever put it off is asked again when a month is over; in between nobody is, in no window.
const WAIT_MS = 30 * 86_400_000;

const INSTALL = "Install...";
const LATER = "Not Now";
const NEVER = "Never";

interface Kept {
  readonly never?: boolean;
  /** When it was offered last, in milliseconds. */
  readonly at?: number;
}

/** Looks each time a server came up. What goes wrong here is no message's worth. */
export function offerHooks(noctule: Noctule, memory: Memento): void {
  noctule.lifecycle.onStarted(() => {
    offer(noctule, memory).catch((error: unknown) => {
      log().warn(`hooks were not offered: ${reason(error)}`);
    });
  });
}

async function offer(noctule: Noctule, memory: Memento): Promise<void> {
  const here = hereOf(noctule);
  if (here === undefined || !isDue(memory.get<Kept>(KEY, {}), Date.now())) {
    return;
  }
  await noctule.counts.now();
  if (isOff(noctule.board.project(here.workspaceUri))) {
    return;
  }
  const agents = withoutHooks(await hookStates(here));
  // One question at a time: this one can wait for the next start.
  if (agents.length === 0 || areAsking()) {
    return;
  }
  await memory.update(KEY, { at: Date.now() } satisfies Kept);
  const names = agents.map((agent) => AGENTS[agent]).join(" and ");
  const text = `${names} can use this memory too, by ${agents.length === 1 ? "its" : "their"} hooks. You see what would change before anything does.`;
  switch (await ask(text, [INSTALL, LATER, NEVER])) {
    case NEVER:
      await memory.update(KEY, { never: true } satisfies Kept);
      break;
    case INSTALL:
      await withServer(noctule, (now) => installAll(noctule, now, agents), here.folder);
      break;
  }
}

async function installAll(noctule: Noctule, here: Here, agents: readonly Agent[]): Promise<void> {
  for (const agent of agents) {
    await change(noctule, here, "noctule.server.installHooks", agent, "user");
  }
}

/** Undefined where nobody is to be asked: no folder, none that is trusted, or a person who wants no suggestions. */
function hereOf({ lifecycle }: Noctule): Here | undefined {
  const [client, folder] = [lifecycle.current, shownFolder()];
  if (client === undefined || folder === undefined || !workspace.isTrusted || !showsNotifications()) {
    return undefined;
  }
  return { client, folder, workspaceUri: folder.uri.toString() };
}

export function isDue({ never, at }: Kept, now: number): boolean {
  return never !== true && (at === undefined || now - at >= WAIT_MS);
}

/** The agents that are used here and have no hooks of ours anywhere; a file that cannot be read is none to ask about. */
export function withoutHooks({ hooks, used }: HookStates): Agent[] {
  return used.filter((agent) => hooks.every((one) => one.agent !== agent || one.state === "absent"));
}
