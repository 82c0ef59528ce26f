// Shows the progress that the server creates (a dream's), with a cancel that reaches it.
import { ProgressLocation, window, type Disposable } from "vscode";
import { WorkDoneProgress, WorkDoneProgressCancelNotification, WorkDoneProgressCreateRequest, type LanguageClient } from "vscode-languageclient/node";
import { message } from "./text";

/**
 * To be called once the client runs: the library's own progress cannot be cancelled by a person. What is given back
 * closes whatever is still shown, since a server that is gone tells no end.
 */
export function showProgress(language: LanguageClient): Disposable {
  const open = new Set<() => void>();
  language.onRequest(WorkDoneProgressCreateRequest.type, ({ token }) => {
    let report: (text: string) => void = () => undefined;
    let close: () => void = () => undefined;
    const progress: Disposable = language.onProgress(WorkDoneProgress.type, token, (value) => {
      if (value.kind === "begin") {
        const shown = show(message(value.title, 80), () => {
          void language.sendNotification(WorkDoneProgressCancelNotification.type, { token });
        });
        ({ report, close } = shown);
        open.add(close);
      }
      report(message(value.message, 120));
      if (value.kind === "end") {
        close();
        open.delete(close);
        progress.dispose();
      }
    });
  });
  return {
    dispose: () => {
      for (const close of open) {
        close();
      }
      open.clear();
    },
  };
}

function show(title: string, cancel: () => void): { report: (text: string) => void; close: () => void } {
  let report: (text: string) => void = () => undefined;
  let close: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    close = resolve;
  });
  void window.withProgress({ location: ProgressLocation.Notification, cancellable: true, title }, async (progress, token) => {
    report = (text) => {
      progress.report({ message: text });
    };
    token.onCancellationRequested(cancel);
    await over;
  });
  return { report: (text) => { report(text); }, close };
}
