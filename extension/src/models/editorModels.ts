import * as vscode from "vscode";
import type { LendableModel } from "./lender";
import { t } from "../language";

/** One model that the editor has. */
export interface EditorModel {
  /** As the settings name it: the vendor and the model's id. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
}

/** Returns the models that the editor has; none in editors without any, or without the interface. */
export async function editorModels(): Promise<EditorModel[]> {
  const found = await all();
  return found.map((model) => ({
    name: nameOf(model),
    label: model.name,
    description: `${model.vendor}, ${model.family}`,
  }));
}

/** Returns a model of the editor's, to be lent. */
export async function lendable(name: string): Promise<LendableModel | undefined> {
  const model = (await all()).find((each) => nameOf(each) === name);
  return (
    model && {
      send: async (messages, token) => {
        // A chat has no system role here; what it says comes first all the same.
        const said = messages.map(({ speaker, text }) =>
          speaker === "assistant"
            ? vscode.LanguageModelChatMessage.Assistant(text)
            : vscode.LanguageModelChatMessage.User(text),
        );
        const options = {
          justification: t`SPADE asks it for the assertions, or the verdicts, that you confirmed.`,
        };
        return (await model.sendRequest(said, options, token as vscode.CancellationToken)).text;
      },
      count: async (text, token) => model.countTokens(text, token as vscode.CancellationToken),
    }
  );
}

async function all(): Promise<vscode.LanguageModelChat[]> {
  const { lm } = vscode as { lm?: typeof vscode.lm };
  return lm === undefined ? [] : lm.selectChatModels({});
}

function nameOf(model: vscode.LanguageModelChat): string {
  return `${model.vendor}/${model.id}`;
}
