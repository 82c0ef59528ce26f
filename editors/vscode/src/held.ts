// What a person says to what is held: proposals, memories that came from elsewhere, dreams.
import { window } from "vscode";
import { run } from "./commands/shared";
import { say } from "./dialogs";
import { offerHeldDream } from "./dreams";
import type { Here, Noctule } from "./noctule";
import { label, lines } from "./text";
import type { AcceptParams, HeldRow } from "./wire";

const CHOICES: Readonly<Record<string, string>> = {
  merge: "Merge with what is known",
  replace: "Replace what is known",
  add: "Add anyway",
  accept: "Let agents see it",
  discard: "Discard",
};
const LOOK = "Look at it first";

export async function reviewHeld(noctule: Noctule, here: Here): Promise<void> {
  const { held } = await here.client.ask("memory/held", { workspaceUri: here.workspaceUri });
  if (held.length === 0) {
    say("Nothing waits for your word.");
    return;
  }
  const rows = held.map((row) => ({
    label: label(row.name ?? row.text, 80),
    description: row.kind,
    detail: label(row.reason === "" ? row.text : row.reason),
    row,
  }));
  const chosen = await window.showQuickPick(rows, { placeHolder: "What waits for your word" });
  if (chosen !== undefined) {
    await decide(noctule, here, chosen.row);
  }
}

export async function decide(noctule: Noctule, here: Here, row: HeldRow): Promise<void> {
  if (row.kind === "dream") {
    return offerHeldDream(noctule, here, { dreamId: row.held, headline: row.name ?? "A dream", reason: row.reason });
  }
  const rows = [...row.choices, LOOK].map((choice) => ({ label: CHOICES[choice] ?? choice, choice }));
  const chosen = (await window.showQuickPick(rows, { placeHolder: label(row.reason) }))?.choice;
  if (chosen === LOOK) {
    await noctule.documents.show("Held.txt", heldText(row));
    return decide(noctule, here, row);
  }
  const { workspaceUri } = here;
  if (chosen === "discard") {
    await run(noctule, here, "noctule.server.discard", { held: row.held, workspaceUri }, "discarding");
  } else if (chosen !== undefined) {
    await run(noctule, here, "noctule.server.accept", { ...acceptance(row, chosen), workspaceUri }, "accepting");
  }
}

export function acceptance(row: HeldRow, choice: string): AcceptParams {
  if (row.kind === "memory") {
    return { memoryUri: row.memoryUri };
  }
  const how = choice === "merge" || choice === "replace" || choice === "add" ? { how: choice } : {};
  return { held: row.held, ...how } as AcceptParams;
}

function heldText(row: HeldRow): string {
  const related = row.related.map((one) => `${one.relation}: ${one.memoryUri}\n\n${lines(one.text)}`);
  const merged = row.merged === null ? [] : [`Merged, it would say:\n\n${lines(row.merged)}`];
  return [lines(row.reason), `What is held:\n\n${lines(row.text)}`, ...merged, ...related].filter((one) => one !== "").join("\n\n---\n\n") + "\n";
}
