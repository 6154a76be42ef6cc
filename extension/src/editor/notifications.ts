/** The messages of the editor. Law: nothing else shows one, so that no text from a file becomes a link in it. */
import * as vscode from "vscode";
import { sanitize } from "./sanitize";

/** Tells something, with buttons; returns the one that was pressed. */
export function inform<T extends string>(message: string, ...buttons: readonly T[]): Thenable<T | undefined> {
  return vscode.window.showInformationMessage(sanitize(message), ...buttons);
}

/** Warns of something, with buttons; returns the one that was pressed. */
export function warn<T extends string>(message: string, ...buttons: readonly T[]): Thenable<T | undefined> {
  return vscode.window.showWarningMessage(sanitize(message), ...buttons);
}

/** Tells of a failure, with buttons; returns the one that was pressed. */
export function complain<T extends string>(
  message: string,
  ...buttons: readonly T[]
): Thenable<T | undefined> {
  return vscode.window.showErrorMessage(sanitize(message), ...buttons);
}

/** Asks before anything goes on; returns the button that was pressed. */
export function confirm<T extends string>(
  question: string,
  detail: string,
  ...buttons: readonly T[]
): Thenable<T | undefined> {
  return vscode.window.showInformationMessage(sanitize(question), modal(detail), ...buttons);
}

/** Asks what to do about a failure before anything goes on; returns the button that was pressed. */
export function confirmFailure<T extends string>(
  failure: string,
  detail: string,
  ...buttons: readonly T[]
): Thenable<T | undefined> {
  return vscode.window.showErrorMessage(sanitize(failure), modal(detail), ...buttons);
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

function modal(detail: string): vscode.MessageOptions {
  return { modal: true, detail: sanitize(detail) };
}
