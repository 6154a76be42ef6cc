import type * as vscode from "vscode";

/**
 * The questions of one command, one after another in the same place.
 *
 * The next one takes the place of the one before it. If that went first, the editor would give the focus back to where
 * it was, and the walkthrough takes it with a delay: it would take it from the next question.
 */
export class Steps {
  private current: vscode.QuickInput | undefined;

  /** Shows a question in the place of the one before it; it stays when the focus goes elsewhere. */
  show(question: vscode.QuickInput): void {
    const before = this.current;
    this.current = question;
    question.ignoreFocusOut = true;
    question.show();
    before?.dispose();
  }

  /** Takes the last question away. */
  close(): void {
    this.current?.dispose();
    this.current = undefined;
  }
}
