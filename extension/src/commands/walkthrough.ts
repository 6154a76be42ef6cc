import * as vscode from "vscode";

/** The steps of the walkthrough that are ticked when they have succeeded, not when their button was pressed. */
export type Achievement =
  "exampleShown" | "historyShown" | "generated" | "labelled" | "selected" | "imported";

/** Ticks a step of the walkthrough; package.json names it as `spade.done.<step>`. */
export function achieved(step: Achievement): void {
  void vscode.commands.executeCommand("setContext", `spade.done.${step}`, true);
}
