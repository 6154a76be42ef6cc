import * as vscode from "vscode";
import type { Keys } from "./keys";
import type { ModelChosen } from "./protocol";
import { normalAddress, providerOf } from "./providers";

/** What the person chose, but for the key. */
export type Choice = Omit<ModelChosen, "key">;

/** Returns what the person chose in their own settings; the editor ignores a workspace's values for these. */
export function chosenModel(): Choice {
  const settings = vscode.workspace.getConfiguration("spade.model");
  return {
    provider: own(settings, "provider", "project"),
    baseUrl: normalAddress(own(settings, "baseUrl", "")),
    name: own(settings, "name", "").trim(),
    judge: own(settings, "judge", "").trim(),
    prices: own<Choice["prices"]>(settings, "prices", {}),
    budget: own<number | null>(settings, "budget", null),
  };
}

/** The scope already keeps a workspace out; this does not rely on it. */
function own<T>(settings: vscode.WorkspaceConfiguration, key: string, otherwise: T): T {
  return settings.inspect<T>(key)?.globalValue ?? otherwise;
}

/** Writes what the person chose into their own settings; what is as it comes is left out. */
export async function keepChoice(choice: Choice): Promise<void> {
  const settings = vscode.workspace.getConfiguration("spade.model");
  const values: Record<string, unknown> = {
    provider: choice.provider,
    baseUrl: choice.baseUrl === "" ? undefined : choice.baseUrl,
    name: choice.name === "" ? undefined : choice.name,
    judge: choice.judge === "" ? undefined : choice.judge,
    prices: Object.keys(choice.prices).length === 0 ? undefined : choice.prices,
  };
  for (const [key, value] of Object.entries(values)) {
    await settings.update(key, value, vscode.ConfigurationTarget.Global);
  }
}

/** Returns the choice with its key, for the server. */
export async function withKey(choice: Choice, keys: Keys): Promise<ModelChosen> {
  const takesKey = providerOf(choice.provider).isEndpoint;
  return { ...choice, key: takesKey ? await keys.of(choice.baseUrl) : "" };
}
