import { confirmFailure, inform } from "../editor/notifications";
import { withCancel } from "../editor/progress";
import type { Session } from "../server/session";
import { askAddress, askKey, askModel, askPrices, askProvider, REMOVE_KEY } from "./asking";
import type { Models } from "./models";
import type { ModelChosen, ModelRequests } from "./protocol";
import { OPENAI_URL, ProviderInfo } from "./providers";
import { Choice, chosenModel, keepChoice } from "./settings";
import { t } from "../language";

/** What is left to do about a connection that was tried. */
type Decision = "keep" | "change" | "leave";

/** Asks for provider, address, key and model, tries the connection, and keeps what was chosen. */
export class Configuration {
  constructor(
    private readonly session: Session,
    private readonly models: Models,
  ) {}

  async ask(): Promise<void> {
    // With the key that was typed just now, so that it need not be typed again for another mistake.
    let before: Choice & { readonly key?: string } = chosenModel();
    for (let verdict: Decision = "change"; verdict === "change";) {
      const provider = await askProvider(before, (await this.keyOf(before)) !== "");
      if (provider === undefined) {
        return;
      }
      if (provider === REMOVE_KEY) {
        await this.models.keys.forget(before.baseUrl);
        void inform(t`SPADE: the key was removed from the editor's secret storage.`);
        return;
      }
      const wanted = await this.choose(provider, before);
      if (wanted === undefined) {
        return;
      }
      verdict = await this.tryOut(provider, wanted);
      if (verdict === "keep") {
        await this.keep(provider, wanted);
      }
      before = wanted;
    }
  }

  private keyOf({ baseUrl }: Choice): Promise<string> {
    return this.models.keys.of(baseUrl);
  }

  /** Asks for what a provider needs; undefined when the person left. */
  private async choose(
    provider: ProviderInfo,
    before: Choice & { readonly key?: string },
  ): Promise<ModelChosen | undefined> {
    const { id, isEndpoint } = provider;
    if (id === "project" || id === "none") {
      return { ...before, provider: id, key: "" };
    }
    const isSame = before.provider === id;
    const last = isSame ? before : { ...before, name: "", judge: "" };
    const baseUrl = await askAddress(provider, isSame ? before.baseUrl : "");
    if (baseUrl === undefined) {
      return undefined;
    }
    const typed = isSame && before.baseUrl === baseUrl ? (before.key ?? "") : "";
    const stored = isEndpoint ? typed || (await this.models.keys.of(baseUrl)) : "";
    const key = await askKey(provider, baseUrl, stored !== "");
    if (key === undefined) {
      return undefined;
    }
    const known = { ...last, provider: id, baseUrl, key: this.models.keys.noted(key === "" ? stored : key) };
    const name = await askModel(provider, last.name, () => this.listed(known));
    if (name === undefined) {
      return undefined;
    }
    const prices = isEndpoint && id !== "ollama" ? await askPrices(name, before.prices) : before.prices;
    return prices && { ...known, name, prices };
  }

  private async listed(chosen: ModelChosen): Promise<readonly string[]> {
    const found = await this.send("spade/listModels", t`asking which models there are`, { chosen });
    return found?.models ?? [];
  }

  /** Sends the model one short question, and tells how it went. */
  private async tryOut({ id }: ProviderInfo, chosen: ModelChosen): Promise<Decision> {
    if (id === "project" || id === "none") {
      return "keep";
    }
    const found = await this.models.lender.during(() =>
      this.send("spade/testModel", t`testing the connection to ${chosen.name}`, { chosen }),
    );
    if (found?.ok === true) {
      return "keep";
    }
    const fact = found?.message ?? t`the connection was not tested`;
    const choice = await confirmFailure(`SPADE: ${fact}.`, t`Nothing is kept yet.`, "Change…", "Keep Anyway");
    return choice === "Change…" ? "change" : choice === "Keep Anyway" ? "keep" : "leave";
  }

  private async keep({ id, isEndpoint }: ProviderInfo, { key, ...choice }: ModelChosen): Promise<void> {
    if (isEndpoint && key !== "") {
      await this.models.keys.keep(choice.baseUrl, key);
    }
    await keepChoice(choice);
    const said: Partial<Record<string, string>> = {
      none: t`no model is used, whatever a project says.`,
      project: t`the model is what the project and the environment name.`,
    };
    const place = choice.baseUrl === "" ? OPENAI_URL : choice.baseUrl;
    const where = isEndpoint ? ` at ${new URL(place).host}` : t`, lent by the editor`;
    void inform(`SPADE: ${said[id] ?? t`${choice.name}${where} is used from now on.`}`);
  }

  /** Returns the server's answer; undefined when there is none to ask, or the person cancelled. */
  private async send<M extends keyof ModelRequests>(
    method: M,
    title: string,
    params: ModelRequests[M]["params"],
  ): Promise<ModelRequests[M]["result"] | undefined> {
    const client = this.session.running ?? (await this.session.client());
    if (client === undefined) {
      return undefined;
    }
    return withCancel(title, async (_progress, token) =>
      client.sendRequest<ModelRequests[M]["result"]>(method, params, token).catch(() => undefined),
    );
  }
}
