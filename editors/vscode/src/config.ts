// Owns the extension's own settings, and which of the server's are sent to it.
import { workspace } from "vscode";
import { SETTINGS } from "./wire";

export const SECTION = "noctule";

export interface ModelChoice {
  readonly vendor?: string;
  readonly family?: string;
  readonly version?: string;
  readonly id?: string;
}

export function serverCommand(): readonly string[] {
  const set = workspace.getConfiguration(SECTION).get<unknown>("serverCommand");
  return Array.isArray(set) ? set.filter((word): word is string => typeof word === "string" && word !== "") : [];
}

export function sendsEditorContext(): boolean {
  return workspace.getConfiguration(SECTION).get<boolean>("editorContext", true);
}

export function showsNotifications(): boolean {
  return workspace.getConfiguration(SECTION).get<boolean>("notifications", true);
}

export function offersMcp(): boolean {
  return workspace.getConfiguration(SECTION).get<boolean>("mcpServer", true);
}

export function lentModel(): ModelChoice {
  return workspace.getConfiguration(SECTION).get<ModelChoice>("lentModel", {});
}

/**
 * The server's settings that a person set here, by their dotted names.
 *
 * A default is left out: sent along, it would win over the person's own settings file. A workspace's values count only
 * where it is trusted, and of its settings the editor lets through no more than those of scope `window`.
 */
export function ownSettings(): Record<string, unknown> {
  const configuration = workspace.getConfiguration(SECTION);
  const set: Record<string, unknown> = {};
  for (const name of SETTINGS) {
    const found = configuration.inspect(name);
    const value = (workspace.isTrusted ? found?.workspaceValue : undefined) ?? found?.globalValue;
    if (value !== undefined) {
      set[name] = value;
    }
  }
  return set;
}
