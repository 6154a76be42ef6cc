import * as vscode from "vscode";
import { sanitize } from "../editor/sanitize";
import { editorModels } from "./editorModels";
import { addressFault, normalAddress, pricesIn, ProviderInfo, PROVIDERS } from "./providers";
import type { Choice } from "./settings";
import { t } from "../language";

export const REMOVE_KEY = "remove key";
const TITLE = t`SPADE: Configure Model`;

/** Returns who is to answer, or that the key is to be removed; undefined when the person left. */
export async function askProvider(
  before: Choice,
  hasKey: boolean,
): Promise<ProviderInfo | typeof REMOVE_KEY | undefined> {
  const hasEditors = (await editorModels()).length > 0;
  const shown = PROVIDERS.filter(({ id }) => id !== "editor" || hasEditors);
  const items = [
    ...shown.map((provider) => ({
      label: provider.label,
      description: provider.id === before.provider ? "now" : "",
      detail: provider.detail,
      provider,
    })),
    ...(hasKey
      ? [
          { label: "", kind: vscode.QuickPickItemKind.Separator, provider: REMOVE_KEY as typeof REMOVE_KEY },
          {
            label: t`$(trash) Remove the stored key`,
            detail: t`From the editor's secret storage${before.baseUrl === "" ? "" : `, for ${before.baseUrl}`}`,
            provider: REMOVE_KEY as typeof REMOVE_KEY,
          },
        ]
      : []),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: TITLE,
    placeHolder: t`Which model proposes assertions and answers for the judge?`,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  return picked?.provider;
}

/** Returns the address of the endpoint, empty for OpenAI's own and for the editor; undefined when the person left. */
export async function askAddress(
  { label, address }: ProviderInfo,
  before: string,
): Promise<string | undefined> {
  if (address === undefined) {
    return "";
  }
  const typed = await vscode.window.showInputBox({
    title: `${TITLE}: ${label}`,
    prompt: t`The base address of its API; it mostly ends in /v1`,
    value: before === "" ? address : before,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const fault = addressFault(text);
      const { Warning, Error } = vscode.InputBoxValidationSeverity;
      return fault && { message: fault.message, severity: fault.isWarning ? Warning : Error };
    },
  });
  return typed === undefined ? undefined : normalAddress(typed);
}

/** Returns the key, empty to keep the stored one or for none; undefined when the person left. */
export async function askKey(
  { label, key }: ProviderInfo,
  address: string,
  isStored: boolean,
): Promise<string | undefined> {
  if (key === "none") {
    return "";
  }
  const place = address === "" ? label : new URL(address).host;
  const given = address === "" && (process.env["OPENAI_API_KEY"] ?? "") !== "";
  const otherwise = isStored
    ? t`Empty: keep the key`
    : given
      ? t`Empty: OPENAI_API_KEY of the environment`
      : key === "optional"
        ? t`Empty: no key is needed`
        : "";
  const typed = await vscode.window.showInputBox({
    title: `${TITLE}: ${label}`,
    prompt: sanitize(
      t`The key for ${place}. It goes into the editor's secret storage and to that address only.`,
    ),
    placeHolder: otherwise,
    password: true,
    ignoreFocusOut: true,
    validateInput: (text) => (otherwise === "" && text.trim() === "" ? t`A key is needed` : undefined),
  });
  return typed?.trim();
}

/** Returns the model's name: one of those that the endpoint or the editor lists, or typed. */
export async function askModel(
  { id, label }: ProviderInfo,
  before: string,
  list: () => Promise<readonly string[]>,
): Promise<string | undefined> {
  const title = `${TITLE}: ${label}`;
  const found =
    id === "editor"
      ? await editorModels()
      : (await list()).map((name) => ({ name, label: name, description: "" }));
  if (found.length > 0) {
    const other = { name: "", label: t`$(edit) Another name…`, description: "" };
    const now = found.filter(({ name }) => name === before).map((each) => ({ ...each, description: "now" }));
    const rest = found.filter(({ name }) => name !== before);
    const picked = await vscode.window.showQuickPick([...now, ...rest, ...(id === "editor" ? [] : [other])], {
      title,
      placeHolder: t`Which model?`,
      matchOnDescription: true,
      ignoreFocusOut: true,
    });
    if (picked === undefined || picked.name !== "") {
      return picked?.name;
    }
  }
  const typed = await vscode.window.showInputBox({
    title,
    prompt: id === "azure" ? t`The name of the deployment` : t`The name of the model`,
    value: before,
    ignoreFocusOut: true,
    validateInput: (text) => (text.trim() === "" ? t`A name is needed` : undefined),
  });
  return typed?.trim();
}

/** Returns the prices with those of the model as typed; undefined when the person left. */
export async function askPrices(
  name: string,
  before: Choice["prices"],
): Promise<Choice["prices"] | undefined> {
  const typed = await vscode.window.showInputBox({
    title: t`${TITLE}: prices`,
    prompt: sanitize(
      t`Money for a million tokens of ${name}, input and output, so that costs can be told. Look them up: SPADE knows none.`,
    ),
    placeHolder: t`0.25, 2.00; empty: not told`,
    value: before[name]?.join(", ") ?? "",
    ignoreFocusOut: true,
    validateInput: (text) =>
      pricesIn(text) === "wrong" ? t`Two numbers, for example 0.25, 2.00` : undefined,
  });
  if (typed === undefined) {
    return undefined;
  }
  const prices = pricesIn(typed);
  const others = Object.fromEntries(Object.entries(before).filter(([model]) => model !== name));
  return prices === undefined || prices === "wrong" ? others : { ...others, [name]: prices };
}
