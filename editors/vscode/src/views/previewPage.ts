// The page of the recall preview. Nothing is loaded from anywhere, and what is shown is put in as text.
import { randomBytes } from "node:crypto";

export function previewPage(): string {
  const nonce = randomBytes(18).toString("base64");
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'">
<title>Recall preview</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<textarea id="turn" rows="3" aria-label="A turn" placeholder="Type a turn, as you would say it to an agent"></textarea>
<button id="ask">Preview Recall</button>
<p id="said" role="status"></p>
<ul id="rows"></ul>
<details id="given" hidden><summary>What the agent would be given</summary><pre id="text"></pre></details>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>`;
}

const STYLE = `
body { padding: 8px 12px; color: var(--vscode-foreground); font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); }
textarea { box-sizing: border-box; width: 100%; resize: vertical; padding: 4px 6px; font: inherit; color: var(--vscode-input-foreground); background: var(--vscode-input-background); border: 1px solid var(--vscode-input-border, transparent); }
textarea:focus, button:focus, .row:focus { outline: 1px solid var(--vscode-focusBorder); outline-offset: -1px; }
button { width: 100%; margin-top: 6px; padding: 4px 8px; border: 0; font: inherit; cursor: pointer; color: var(--vscode-button-foreground); background: var(--vscode-button-background); }
button:hover { background: var(--vscode-button-hoverBackground); }
ul { list-style: none; margin: 0; padding: 0; }
.row { padding: 5px 6px; border-left: 3px solid transparent; cursor: pointer; overflow-wrap: anywhere; }
.row:hover { background: var(--vscode-list-hoverBackground); }
.row.picked { border-left-color: var(--vscode-testing-iconPassed, var(--vscode-focusBorder)); }
.row:not(.picked) .name { opacity: 0.75; }
.name { font-weight: 600; }
.why, .facts { font-size: 0.92em; color: var(--vscode-descriptionForeground); }
.gone { font-size: 0.92em; color: var(--vscode-list-warningForeground); }
.error { color: var(--vscode-errorForeground); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-family: var(--vscode-editor-font-family); font-size: 0.92em; }
details { margin-top: 8px; } summary { cursor: pointer; }
`;

const SCRIPT = `
const editor = acquireVsCodeApi();
const at = (id) => document.getElementById(id);
const ask = () => editor.postMessage({ kind: "explain", query: at("turn").value });
at("ask").addEventListener("click", ask);
at("turn").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); ask(); }
});
const put = (parent, kind, text) => {
  const part = document.createElement("div");
  part.className = kind;
  part.textContent = text;
  parent.append(part);
};
const rowOf = (one, number) => {
  const row = document.createElement("li");
  row.className = one.picked ? "row picked" : "row";
  row.tabIndex = 0;
  put(row, "name", one.name);
  put(row, "why", (one.picked ? "Recalled: " : "Withheld: ") + one.reason);
  put(row, "facts", one.facts);
  if (one.gone) { put(row, "gone", "Names files that are gone: " + one.gone); }
  const open = () => editor.postMessage({ kind: "open", row: number });
  row.addEventListener("click", open);
  row.addEventListener("keydown", (event) => { if (event.key === "Enter") { open(); } });
  return row;
};
const show = (told) => {
  at("turn").value = told.query;
  at("said").textContent = told.error || told.said;
  at("said").className = told.error ? "error" : "";
  at("rows").replaceChildren(...(told.candidates || []).map(rowOf));
  at("given").hidden = !told.text;
  at("text").textContent = told.text || "";
};
window.addEventListener("message", (event) => { editor.setState(event.data); show(event.data); });
if (editor.getState()) { show(editor.getState()); }
editor.postMessage({ kind: "ready" });
`;
