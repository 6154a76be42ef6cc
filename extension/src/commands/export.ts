import * as vscode from "vscode";
import type { Target } from "../prompts/documents";
import { warn } from "../editor/notifications";
import type { Asker } from "../requests/asker";
import { nameOf } from "../prompts/naming";
import { leftOutText } from "../wording";
import { tellProblems } from "../requests/unreadMessage";

const FORMATS = [
  {
    label: "pytest file",
    detail: "Tests for CI: the set keeps alpha and tau on the examples; new responses pass. Needs pytest.",
    format: "pytest",
  },
  {
    label: "Python module",
    detail: "The selected functions, to be called from anywhere. Needs nothing.",
    format: "python",
  },
  { label: "promptfoo", detail: "An assertion and a configuration that runs it.", format: "promptfoo" },
  { label: "Inspect", detail: "A scorer, and a task on the examples.", format: "inspect" },
  { label: "deepeval", detail: "A metric, and the examples as goldens.", format: "deepeval" },
  { label: "Guardrails", detail: "A validator.", format: "guardrails" },
  { label: "LangSmith", detail: "An evaluator and a data set.", format: "langsmith" },
  { label: "Langfuse", detail: "An evaluator and a data set.", format: "langfuse" },
  { label: "OpenAI", detail: "A Python grader and the rows of an eval.", format: "openai" },
  { label: "Prompty", detail: "The prompt alone.", format: "prompty" },
  { label: ".prompt.yml", detail: "The prompt with its inputs, for GitHub.", format: "prompt-yml" },
  { label: "CSV of the examples", detail: "The labelled examples, for a spreadsheet.", format: "csv" },
];

/** Saves the selected assertions, or the labelled examples, as a file of another kind. */
export async function exportSet(asker: Asker, target: Target): Promise<void> {
  const chosen = await vscode.window.showQuickPick(FORMATS, {
    title: `Export from ${nameOf(target)} as`,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (chosen === undefined) {
    return;
  }
  const params = { ...target, format: chosen.format };
  const answer = await asker.ask("exporting", "spade/export", params);
  if (answer === undefined) {
    return;
  }
  const { uri, leftOut, problems } = answer.result;
  tellProblems(problems);
  if (leftOut.length > 0) {
    // Before the file is there: whoever needs them may want it otherwise.
    void warn(`SPADE: ${leftOutText(leftOut)}.`);
  }
  const file = await vscode.window.showSaveDialog({ title: "Export to", defaultUri: vscode.Uri.parse(uri) });
  if (file === undefined) {
    return;
  }
  // The server writes it: through no link that leads out of the repository.
  if ((await asker.ask("exporting", "spade/export", { ...params, to: file.toString() })) !== undefined) {
    await vscode.window.showTextDocument(file);
  }
}
