import * as vscode from "vscode";
import type { Target } from "../prompts/documents";
import { warn } from "../editor/notifications";
import type { Asker } from "../requests/asker";
import { nameOf } from "../prompts/naming";
import { leftOutText } from "../wording";
import { tellProblems } from "../requests/unreadMessage";
import { t } from "../language";

const FORMATS = [
  {
    label: t`pytest file`,
    detail: t`Tests for CI: the set keeps alpha and tau on the examples; new responses pass. Needs pytest.`,
    format: "pytest",
  },
  {
    label: t`Python module`,
    detail: t`The selected functions, to be called from anywhere. Needs nothing.`,
    format: "python",
  },
  { label: "promptfoo", detail: t`An assertion and a configuration that runs it.`, format: "promptfoo" },
  { label: "Inspect", detail: t`A scorer, and a task on the examples.`, format: "inspect" },
  { label: "deepeval", detail: t`A metric, and the examples as goldens.`, format: "deepeval" },
  { label: t`Guardrails`, detail: "A validator.", format: "guardrails" },
  { label: "LangSmith", detail: t`An evaluator and a data set.`, format: "langsmith" },
  { label: "Langfuse", detail: t`An evaluator and a data set.`, format: "langfuse" },
  { label: "OpenAI", detail: t`A Python grader and the rows of an eval.`, format: "openai" },
  { label: "Prompty", detail: t`The prompt alone.`, format: "prompty" },
  { label: ".prompt.yml", detail: t`The prompt with its inputs, for GitHub.`, format: "prompt-yml" },
  { label: t`CSV of the examples`, detail: t`The labelled examples, for a spreadsheet.`, format: "csv" },
];

/** Saves the selected assertions, or the labelled examples, as a file of another kind. */
export async function exportSet(asker: Asker, target: Target): Promise<void> {
  const chosen = await vscode.window.showQuickPick(FORMATS, {
    title: t`Export from ${nameOf(target)} as`,
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
  const file = await vscode.window.showSaveDialog({ title: t`Export to`, defaultUri: vscode.Uri.parse(uri) });
  if (file === undefined) {
    return;
  }
  // The server writes it: through no link that leads out of the repository.
  if ((await asker.ask("exporting", "spade/export", { ...params, to: file.toString() })) !== undefined) {
    await vscode.window.showTextDocument(file);
  }
}
