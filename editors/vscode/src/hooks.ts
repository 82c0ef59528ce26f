// Has an agent without a plugin use this memory by its hooks: the change of its settings file is shown before it is made.
import { commands, extensions, Uri, window, workspace } from "vscode";
import { quietly, run } from "./commands/shared";
import { ask, say } from "./dialogs";
import type { Answer } from "./methods";
import type { Here, Noctule } from "./noctule";
import { label, line } from "./text";
import type { ChangeHooksParams } from "./wire";

export type Agent = ChangeHooksParams["agent"];

/** The hooks of one agent in one of its files, as the server tells them. */
export interface HookState {
  readonly agent: Agent;
  readonly scope: "user" | "project";
  readonly fileUri: string;
  readonly state: "installed" | "outdated" | "absent" | "unreadable";
  readonly problem: string | null;
}

export interface HookStates {
  readonly hooks: readonly HookState[];
  readonly used: readonly Agent[];
  readonly notes: readonly string[];
}

type Change = "noctule.server.installHooks" | "noctule.server.removeHooks";

export const AGENTS: Readonly<Record<Agent, string>> = { "claude-code": "Claude Code", copilot: "Copilot" };
const SCOPES = { user: "for you, in all projects", project: "for all who work in this project" } as const;
const SAID = { installed: "installed", outdated: "installed in part, or for another Noctule", absent: "not installed", unreadable: "cannot be read" } as const;

export async function hookStates(here: Here): Promise<HookStates> {
  const answer = await here.client.run("noctule.server.hooks", { workspaceUri: here.workspaceUri });
  const { hooks, used, notes } = answer as unknown as HookStates;
  const isInEditor = extensions.getExtension("github.copilot-chat") !== undefined;
  return { hooks, used: isInEditor ? [...new Set([...used, "copilot" as const])] : used, notes };
}

/** Asks for which agent and for whom, of those whose hooks are in the way that `fits`. */
export async function chooseHooks(here: Here, placeHolder: string, fits: (state: HookState["state"]) => boolean): Promise<HookState | undefined> {
  const { hooks, used } = await hookStates(here);
  const rows = hooks
    .filter((one) => fits(one.state) && (one.scope === "user" || workspace.isTrusted))
    .map((one) => ({ label: AGENTS[one.agent], description: SCOPES[one.scope], detail: detail(one, used), one }));
  if (rows.length === 0) {
    say(placeHolder.startsWith("Remove") ? "No agent has hooks of Noctule." : "The hooks are installed already.");
    return undefined;
  }
  return (await window.showQuickPick(rows, { placeHolder }))?.one;
}

/** Shows the change in the editor's own diff, asks, and makes that change or none. */
export async function change(noctule: Noctule, here: Here, command: Change, agent: Agent, scope: HookState["scope"]): Promise<void> {
  const argument = { agent, scope, workspaceUri: here.workspaceUri };
  const plan = await quietly(here, command, { ...argument, dryRun: true }, "preparing the change");
  if (!plan.ok || plan["before"] === plan["after"]) {
    say(plan.message, plan.ok ? "info" : "warning");
    return;
  }
  await show(noctule, agent, plan);
  const isInstall = command === "noctule.server.installHooks";
  const file = Uri.parse(String(plan["fileUri"])).fsPath;
  const question = isInstall ? `Put Noctule's hooks for ${AGENTS[agent]} into ${file}, as shown?` : `Take Noctule's hooks out of ${file}, as shown?`;
  const verb = isInstall ? "Install" : "Remove";
  if ((await ask([question, ...(plan["notes"] as readonly string[])].join(" "), [verb])) === verb) {
    await run(noctule, here, command, { ...argument, shown: String(plan["shown"]) }, isInstall ? "installing hooks" : "removing hooks");
  }
}

/** How things stand, as a list that opens the file that is chosen. */
export async function showStates(here: Here): Promise<void> {
  const { hooks, used, notes } = await hookStates(here);
  const rows = hooks.map((one) => ({ label: `$(${one.state === "installed" ? "pass" : one.state === "absent" ? "circle-large-outline" : "warning"}) ${AGENTS[one.agent]}`, description: SCOPES[one.scope], detail: detail(one, used), one }));
  const chosen = await window.showQuickPick(rows, { title: "Hooks of Agents", placeHolder: label(notes[0] ?? "Choose one to open its file") });
  if (chosen !== undefined && chosen.one.state === "absent") {
    say(`${AGENTS[chosen.one.agent]} has no hooks of Noctule there. “Install Hooks for Claude Code or Copilot...” puts them in.`);
  } else if (chosen !== undefined) {
    await window.showTextDocument(Uri.parse(chosen.one.fileUri));
  }
}

function detail(one: HookState, used: readonly Agent[]): string {
  const facts = [SAID[one.state], one.problem ?? "", used.includes(one.agent) ? "" : "not used on this machine so far", Uri.parse(one.fileUri).fsPath];
  return label(facts.filter((fact) => fact !== "").join(" · "), 300);
}

async function show({ documents }: Noctule, agent: Agent, plan: Answer): Promise<void> {
  const name = Uri.parse(String(plan["fileUri"])).path.split("/").at(-1) ?? "settings.json";
  const side = (which: "before" | "after"): Uri => documents.put(`hooks/${agent}/${which}/${name}`, (plan[which] as string | null) ?? "");
  await commands.executeCommand("vscode.diff", side("before"), side("after"), `${line(name)}: Noctule's hooks for ${AGENTS[agent]}`, { preview: true });
}
