import * as vscode from "vscode";
import { sanitize } from "./sanitize";

const SHOWN_AFTER_MS = 400;

export type Progress = vscode.Progress<{ message?: string; increment?: number }>;

/**
 * Runs a task, and shows its progress with a cancel once it takes longer than a moment.
 *
 * The editor shows three messages within 800 ms and drops the next: progress that comes and goes would cost the one
 * that matters.
 */
export async function withCancel<T>(
  title: string,
  task: (progress: Progress, token: vscode.CancellationToken) => Promise<T>,
): Promise<T> {
  const cancelling = new vscode.CancellationTokenSource();
  let show: (progress: Progress) => void = () => undefined;
  const shown = new Promise<Progress>((resolve) => {
    show = resolve;
  });
  // What is reported before comes when it is shown, in its order.
  const progress: Progress = {
    report: (value) =>
      void shown.then((at) => {
        at.report(value);
      }),
  };
  const result = task(progress, cancelling.token);
  const isOver = result.then(
    () => true,
    () => true,
  );
  if (!(await Promise.race([isOver, soon()]))) {
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: sanitize(`SPADE: ${title}`),
      cancellable: true,
    };
    void vscode.window.withProgress(options, async (at, token) => {
      token.onCancellationRequested(() => {
        cancelling.cancel();
      });
      show(at);
      await isOver;
    });
  }
  return result;
}

function soon(): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve(false);
    }, SHOWN_AFTER_MS);
  });
}
