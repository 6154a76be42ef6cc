/** The messages of the editor. Law: nothing else shows one, so that no text from a file becomes a link in it. */
import * as vscode from "vscode";
import { said } from "../language";
import { sanitize } from "./sanitize";

/** Tells something, with buttons; returns the one that was pressed. */
export function inform<T extends string>(message: string, ...buttons: readonly T[]): Thenable<T | undefined> {
  return translated(buttons, (named) => vscode.window.showInformationMessage(sanitize(message), ...named));
}

/** Warns of something, with buttons; returns the one that was pressed. */
export function warn<T extends string>(message: string, ...buttons: readonly T[]): Thenable<T | undefined> {
  return translated(buttons, (named) => vscode.window.showWarningMessage(sanitize(message), ...named));
}

/** Tells of a failure, with buttons; returns the one that was pressed. */
export function complain<T extends string>(
  message: string,
  ...buttons: readonly T[]
): Thenable<T | undefined> {
  return translated(buttons, (named) => vscode.window.showErrorMessage(sanitize(message), ...named));
}

/** Asks before anything goes on; returns the button that was pressed. */
export function confirm<T extends string>(
  question: string,
  detail: string,
  ...buttons: readonly T[]
): Thenable<T | undefined> {
  return translated(buttons, (named) =>
    vscode.window.showInformationMessage(sanitize(question), modal(detail), ...named),
  );
}

/** Asks what to do about a failure before anything goes on; returns the button that was pressed. */
export function confirmFailure<T extends string>(
  failure: string,
  detail: string,
  ...buttons: readonly T[]
): Thenable<T | undefined> {
  return translated(buttons, (named) =>
    vscode.window.showErrorMessage(sanitize(failure), modal(detail), ...named),
  );
}

/** Tells something with a button for each way on, and goes the one that is pressed. */
export async function offer(
  tell: typeof inform,
  message: string,
  ways: Readonly<Record<string, () => Thenable<unknown>>>,
): Promise<void> {
  const choice = await tell(message, ...Object.keys(ways));
  await (choice === undefined ? undefined : ways[choice]?.());
}

/** Shows buttons in the person's language, and returns the one that was pressed by the name that it has in the code. */
async function translated<T extends string>(
  buttons: readonly T[],
  show: (named: readonly string[]) => Thenable<string | undefined>,
): Promise<T | undefined> {
  const named = buttons.map((button) => said(button));
  const choice = await show(named);
  return choice === undefined ? undefined : buttons[named.indexOf(choice)];
}

function modal(detail: string): vscode.MessageOptions {
  return { modal: true, detail: sanitize(detail) };
}
