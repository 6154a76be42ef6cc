import * as vscode from "vscode";
import { ResponseError } from "vscode-languageclient";
import type { BaseLanguageClient } from "vscode-languageclient";
import type { Keys } from "./keys";
import { Lender, LendRefusal } from "./lender";
import { LEND, LendParams, LendResult, MODEL, ModelChosen } from "./protocol";
import { chosenModel, withKey } from "./settings";

const INTERNAL_ERROR = -32603;

/** Answers what a server asks about models: which one the person chose, and replies of the editor's own. */
export function answerAboutModels(client: BaseLanguageClient, keys: Keys, lender: Lender): void {
  client.onRequest(MODEL, (): Promise<ModelChosen> => withKey(chosenModel(), keys));
  client.onRequest(LEND, async (params: LendParams, token: vscode.CancellationToken): Promise<LendResult> => {
    try {
      return await lender.reply(params, token);
    } catch (error) {
      const { code, message } = error as LendRefusal;
      throw new ResponseError(code ?? INTERNAL_ERROR, message);
    }
  });
}
