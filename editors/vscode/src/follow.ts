// Takes to the server what changes in the editor: settings, trust, folders. Nothing of it needs a restart but the command.
import { workspace, type Disposable } from "vscode";
import { SECTION } from "./config";
import type { Lifecycle } from "./lifecycle";
import { trustedFolders } from "./trust";

export function followEditor(lifecycle: Lifecycle): Disposable[] {
  const tellTrust = (): void => {
    void lifecycle.current?.tell("memory/didChangeTrust", { trustedWorkspaceUris: trustedFolders() });
  };
  return [
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${SECTION}.serverCommand`)) {
        void lifecycle.restart();
      } else if (event.affectsConfiguration(SECTION)) {
        void lifecycle.current?.settingsChanged();
      }
    }),
    workspace.onDidGrantWorkspaceTrust(() => {
      tellTrust();
      void lifecycle.current?.settingsChanged();
      if (lifecycle.current === undefined) {
        void lifecycle.restart();
      }
    }),
    workspace.onDidChangeWorkspaceFolders(tellTrust),
  ];
}
