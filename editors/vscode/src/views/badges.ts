// The badge of a row: how many findings there are about its file, in the colour of the worst.
import { EventEmitter, FileDecoration, ThemeColor, Uri, window, type Disposable } from "vscode";
import type { Finding } from "../wire";
import { count } from "../ages";

// Rows have addresses of their own: the badge belongs to the row, and not to the file wherever it is shown.
const SCHEME = "noctule-row";
const ORDER = ["error", "warning", "information", "hint"];

export function rowUri(file: Uri, findings: readonly Finding[]): Uri {
  return Uri.from({ scheme: SCHEME, path: file.path, query: `${findings.length} ${worst(findings)}` });
}

export function worst(findings: readonly Finding[]): string {
  return ORDER.find((severity) => findings.some((one) => one.severity === severity)) ?? "";
}

export function decorationOf(uri: Uri): FileDecoration | undefined {
  const [number = "0", severity = ""] = uri.query.split(" ");
  const found = Number.parseInt(number, 10);
  if (uri.scheme !== SCHEME || !(found > 0)) {
    return undefined;
  }
  const colour = severity === "error" ? "list.errorForeground" : severity === "warning" ? "list.warningForeground" : "descriptionForeground";
  return new FileDecoration(found > 9 ? "9+" : String(found), count(found, "finding"), new ThemeColor(colour));
}

export function registerBadges(): Disposable[] {
  const changed = new EventEmitter<undefined>();
  return [changed, window.registerFileDecorationProvider({ onDidChangeFileDecorations: changed.event, provideFileDecoration: decorationOf })];
}
