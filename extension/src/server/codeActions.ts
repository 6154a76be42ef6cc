import { CodeAction, Command } from "vscode";
import type { Middleware } from "vscode-languageclient";
import type { GenerateParams } from "../protocol";

/** What the server puts into the actions that generate, for clients that can only apply an edit. */
interface Generating {
  readonly generate: GenerateParams;
}

/**
 * Lets the actions that generate assertions run our command in place of an edit.
 *
 * The command shows what is proposed where it can be read, and the server writes it with its provenance; an edit
 * would be a line in the list of changes, and would not reach the record.
 */
export const reviewedGeneration: NonNullable<Middleware["provideCodeActions"]> = async (
  document,
  range,
  context,
  token,
  next,
) => {
  const actions = await next(document, range, context, token);
  for (const action of actions ?? []) {
    const data = dataOf(action);
    if (action instanceof CodeAction && isGenerating(data)) {
      action.command = { command: "spade.generate", title: action.title, arguments: [data.generate] };
      withoutData(action);
    }
  }
  return actions;
};

function dataOf(action: CodeAction | Command): unknown {
  return "data" in action ? action.data : undefined;
}

/** An action with data would be resolved, which makes the edit. */
function withoutData(action: CodeAction): void {
  (action as { data?: unknown }).data = undefined;
}

function isGenerating(data: unknown): data is Generating {
  return typeof data === "object" && data !== null && "generate" in data;
}
