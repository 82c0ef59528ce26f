// What a person does with a dream that waits: look at its changes, apply all or some, drop it.
import { commands, Uri, window } from "vscode";
import { count, minute } from "./ages";
import { quietly, run } from "./commands/shared";
import { ask, confirm, say } from "./dialogs";
import type { Documents } from "./documents";
import type { Here, Noctule } from "./noctule";
import { beyond, label, line, lines } from "./text";
import type { DreamFile, DreamOutcome, DreamRow } from "./wire";

/** The dream that waits, or the one chosen of several. */
export async function chooseHeldDream(here: Here): Promise<string | undefined> {
  const { held } = await here.client.ask("memory/held", { workspaceUri: here.workspaceUri });
  const waiting = held.filter((row) => row.kind === "dream");
  const rows = waiting.map((row) => ({ label: label(row.name ?? row.held), detail: label(row.reason), id: row.held }));
  if (rows.length === 0) {
    say("No dream waits for your word.");
  }
  return rows.length < 2 ? rows[0]?.id : (await window.showQuickPick(rows, { placeHolder: "Which dream?" }))?.id;
}

/** What is said of a dream that waits. */
export type Waiting = Pick<DreamOutcome, "dreamId" | "headline" | "reason">;

/** A dream ended and waits: what it did is offered, not asked for in the person's way. */
export async function offerHeldDream(noctule: Noctule, here: Here, told: Waiting): Promise<void> {
  const reason = beyond(told.headline, told.reason);
  const said = reason === "" ? `${told.headline}.` : `${told.headline}. It waits for your word: ${reason}`;
  const chosen = await ask(said, ["Show Changes", "Apply", "Discard"]);
  if (chosen === "Show Changes") {
    await showChanges(noctule.documents, here, told.dreamId);
  } else if (chosen === "Apply") {
    await applyDream(noctule, here, told.dreamId);
  } else if (chosen === "Discard") {
    await discardDream(noctule, here, told.dreamId);
  }
}

/** Each file before and after the dream, in the editor's own diff. */
export async function showChanges(documents: Documents, here: Here, dreamId: string): Promise<void> {
  const { files } = await here.client.ask("memory/dreamDiff", { dreamId, workspaceUri: here.workspaceUri });
  const sides = files.map((file) => sidesOf(documents, dreamId, file));
  const [first] = sides;
  if (first === undefined) {
    say("This dream changed nothing.");
  } else if (sides.length === 1) {
    await commands.executeCommand("vscode.diff", first.before, first.after, `${first.name} (dream)`, { preview: true });
  } else {
    const resources = sides.map((side) => [side.uri, side.before, side.after]);
    await commands.executeCommand("vscode.changes", "What the dream changed", resources);
  }
}

export function sidesOf(documents: Documents, dreamId: string, file: DreamFile): { name: string; uri: Uri; before: Uri; after: Uri } {
  const uri = Uri.parse(file.memoryUri);
  const name = uri.path.split("/").at(-1) ?? "";
  const folder = `dream/${dreamId}`;
  return {
    name: line(name),
    uri,
    before: documents.put(`${folder}/before${uri.path}`, file.before ?? ""),
    after: documents.put(`${folder}/after${uri.path}`, file.after ?? ""),
  };
}

/** Of several files the person may leave some out; those wait on. */
export async function applyDream(noctule: Noctule, here: Here, dreamId: string): Promise<void> {
  const { workspaceUri } = here;
  const { files } = await here.client.ask("memory/dreamDiff", { dreamId, workspaceUri });
  const rows = files.map((file) => ({
    label: label(Uri.parse(file.memoryUri).path.split("/").at(-1)),
    description: file.action,
    picked: true,
    uri: file.memoryUri,
  }));
  const chosen = rows.length < 2 ? rows : await window.showQuickPick(rows, { canPickMany: true, placeHolder: "Apply which changes?" });
  if (chosen === undefined || (chosen.length === 0 && rows.length > 0)) {
    return;
  }
  const only = chosen.length === rows.length ? {} : { only: chosen.map((row) => row.uri) };
  await run(noctule, here, "noctule.server.applyDream", { dreamId, workspaceUri, ...only }, "applying the dream");
}

export async function discardDream(noctule: Noctule, here: Here, dreamId: string): Promise<void> {
  if (await confirm("Discard this dream? Nothing of it is written, and it cannot be brought back.", "Discard")) {
    await run(noctule, here, "noctule.server.discardDream", { dreamId, workspaceUri: here.workspaceUri }, "discarding the dream");
  }
}

export async function undoDream(noctule: Noctule, here: Here, dreamId: string): Promise<void> {
  const argument = { dreamId, workspaceUri: here.workspaceUri };
  const answer = await quietly(here, "noctule.server.undo", argument, "taking the dream back");
  say(answer.message, answer.ok ? "info" : "warning");
  noctule.counts.soon();
}

/** The log as a text that can be searched and copied. */
export function logText(rows: readonly DreamRow[]): string {
  if (rows.length === 0) {
    return "Nothing was dreamt yet.\n";
  }
  return rows.map(paragraph).join("\n");
}

function paragraph(row: DreamRow): string {
  const cost = row.costUsd === null ? "" : `, $${row.costUsd.toFixed(2)}`;
  const tokens = row.tokens === null ? "" : `, ${count(row.tokens, "token")}`;
  const head = `${minute(row.at)}  ${line(row.headline)}`;
  const facts = `  ${line(row.status)}${row.held ? ", held" : ""}, by ${line(row.trigger)}, ${count(row.steps, "step")}${cost}${tokens}`;
  const more = [beyond(row.headline, row.reason), row.summary].filter((text) => text !== "").map((text) => `  ${lines(text).replace(/\n/g, "\n  ")}`);
  return [head, facts, ...more, ""].join("\n");
}
