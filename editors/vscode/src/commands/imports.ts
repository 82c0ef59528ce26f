// Imports: the plan is shown first, and only what the person picks is brought in.
import { window } from "vscode";
import { say } from "../dialogs";
import type { Here, Noctule } from "../noctule";
import { label } from "../text";
import type { ImportParams } from "../wire";
import { quietly, run, withServer, type Commands } from "./shared";

interface Item {
  readonly action: string;
  readonly memoryUri: string | null;
  readonly sourceUri: string;
  readonly reason: string;
}

const SOURCES = [
  { label: "Whatever is found", description: "of this project, by any tool", source: null },
  { label: "Claude Code", source: "claude-code" },
  { label: "pi", source: "pi" },
  { label: "pi's armory", source: "armory" },
  { label: "pi's topic files", source: "pi-topics" },
  { label: "pi's notes on you", description: "into the profile", source: "pi-profile" },
  { label: "Serena", source: "serena" },
  { label: "basic-memory...", description: "a folder of it", source: "basic-memory" },
  { label: "A folder of markdown...", source: "dir" },
] as const;

export const imports: Commands = {
  import: (noctule) =>
    withServer(noctule, async (here) => {
      const from = await chooseSource();
      return from === undefined ? undefined : bringIn(noctule, here, { ...from, workspaceUri: here.workspaceUri });
    }),
};

async function chooseSource(): Promise<ImportParams | undefined> {
  const source = (await window.showQuickPick([...SOURCES], { placeHolder: "Import from what?" }))?.source;
  if (source === undefined) {
    return undefined;
  }
  if (source !== "dir" && source !== "basic-memory") {
    return { source };
  }
  const [folder] = (await window.showOpenDialog({ canSelectFolders: true, canSelectFiles: false, openLabel: "Import" })) ?? [];
  return folder === undefined ? undefined : { source, from: folder.toString() };
}

async function bringIn(noctule: Noctule, here: Here, from: ImportParams): Promise<void> {
  const plan = await quietly(here, "noctule.server.import", { ...from, dryRun: true }, "looking for memories");
  const items = ((plan["items"] ?? []) as readonly Item[]).filter((item) => item.action !== "skipped");
  if (!plan.ok || items.length === 0) {
    say(plan.message, plan.ok ? "info" : "warning");
    return;
  }
  const rows = items.map((item) => ({
    label: label(name(item.sourceUri), 80),
    description: item.action,
    detail: label(item.reason),
    // What changed on both sides stays as it is here unless the person says so.
    picked: item.action !== "conflicting",
    item,
  }));
  const chosen = await window.showQuickPick(rows, { canPickMany: true, title: label(plan.message), placeHolder: "Bring in which?" });
  if (chosen === undefined || chosen.length === 0) {
    return;
  }
  const force = chosen.some((row) => row.item.action === "conflicting");
  const only = chosen.length === rows.length && !force ? {} : { only: chosen.map((row) => row.item.sourceUri) };
  const argument = { ...from, ...only, force, dryRun: false };
  await run(noctule, here, "noctule.server.import", argument, "importing");
}

function name(uri: string): string {
  return decodeURIComponent(uri.split("/").at(-1) ?? uri);
}
