// What the person agreed to: only an extension's own context knows whether a model of the editor may be asked.
import type { LanguageModelAccessInformation, LanguageModelChat } from "vscode";

let access: LanguageModelAccessInformation | undefined;

/** Called once, at activation. */
export function useAccess(information: LanguageModelAccessInformation | undefined): void {
  access = information;
}

/** Whether this model may be asked without the editor asking the person first. */
export function isAgreed(model: LanguageModelChat): boolean {
  return access?.canSendRequest(model) === true;
}
