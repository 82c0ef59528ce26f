// What a turn would be given, and why, as a text.
import { line, lines } from "./text";
import type { ExplainResult } from "./wire";

export function explainText(query: string, answer: ExplainResult): string {
  const head = [`Turn: ${line(query, 500)}`, `Gate: ${answer.gate.open ? "open" : "closed"}, ${line(answer.gate.reason)}`];
  const budget = `Budget: ${answer.budget.usedBytes} of ${answer.budget.limitBytes} bytes after this turn`;
  const notes = answer.notes.length === 0 ? [] : [`Notes: ${answer.notes.map((note) => line(note)).join(", ")}`];
  const rows = answer.candidates.map((one) => {
    const parts = Object.entries(one.parts).map(([name, value]) => `${line(name)} ${value.toFixed(2)}`);
    const gone = one.goneFiles.length === 0 ? [] : [`    gone: ${one.goneFiles.map((file) => line(file)).join(", ")}`];
    return [
      `${one.picked ? "+" : " "} ${one.score.toFixed(2).padStart(6)}  ${line(one.name)}`,
      `    ${line(one.reason)}`,
      `    ${parts.join(", ")}; covers ${Math.round(one.coverage * 100)} %`,
      ...gone,
    ].join("\n");
  });
  const given = answer.text === null ? "Nothing would be given." : `What would be given:\n\n${lines(answer.text)}`;
  return [...head, budget, ...notes, "", ...rows, "", given, ""].join("\n");
}
