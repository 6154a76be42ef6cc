import { LendError, LendParams, LendResult, LentMessage } from "./protocol";
import { t } from "../language";

/** A model of the editor's, as far as it is lent. */
export interface LendableModel {
  /** Sends a conversation; the editor asks the person for leave the first time. */
  send(messages: readonly LentMessage[], token: Cancellation): Promise<AsyncIterable<string>>;
  /** How many tokens a text has for this model. */
  count(text: string, token: Cancellation): Promise<number>;
}

export interface Cancellation {
  readonly isCancellationRequested: boolean;
}

/** Why nothing is lent. */
export class LendRefusal extends Error {
  constructor(
    readonly code: LendError | undefined,
    message: string,
  ) {
    super(message);
  }
}

/** More than any model packs into a token: what is longer than this is cut off. */
const LONGEST_TOKEN = 16;

/**
 * Lends replies of the editor's own model to the server.
 *
 * Law: only within a run that the person confirmed. Nothing that the server does of itself reaches a model.
 */
export class Lender {
  private runs = 0;

  constructor(private readonly find: (name: string) => Promise<LendableModel | undefined>) {}

  /** Lends for as long as this work takes. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.runs += 1;
    try {
      return await work();
    } finally {
      this.runs -= 1;
    }
  }

  /** Returns a reply; raises a `LendRefusal`. */
  async reply({ model: name, messages, mostTokens }: LendParams, token: Cancellation): Promise<LendResult> {
    if (this.runs === 0) {
      throw new LendRefusal(LendError.NOT_ALLOWED, t`no run that you confirmed is under way`);
    }
    try {
      const model = await this.find(name);
      if (model === undefined) {
        throw new LendRefusal(LendError.NOT_FOUND, t`the editor has no such model any more`);
      }
      const { text, truncated } = await gathered(await model.send(messages, token), mostTokens, token);
      const asked = messages.map((message) => model.count(message.text, token));
      const counts = await Promise.all(asked).catch(() => undefined);
      return {
        text,
        truncated,
        inputTokens: counts === undefined ? null : counts.reduce((sum, count) => sum + count, 0),
        outputTokens: await model.count(text, token).catch(() => null),
      };
    } catch (error) {
      throw refusalOf(error);
    }
  }
}

async function gathered(
  pieces: AsyncIterable<string>,
  mostTokens: number,
  token: Cancellation,
): Promise<{ text: string; truncated: boolean }> {
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    if (token.isCancellationRequested) {
      throw new LendRefusal(undefined, t`called off`);
    }
    if (text.length > mostTokens * LONGEST_TOKEN) {
      return { text, truncated: true };
    }
  }
  return { text, truncated: false };
}

/** Returns what a model's error means; the editor names the kind in `code`, and the provider's own fault in `cause`. */
export function refusalOf(error: unknown): LendRefusal {
  if (error instanceof LendRefusal) {
    return error;
  }
  const message = error instanceof Error ? error.message : String(error);
  const { code, cause } = (typeof error === "object" && error !== null ? error : {}) as {
    code?: unknown;
    cause?: unknown;
  };
  if (cause instanceof Error && /off.?topic/i.test(cause.message)) {
    return new LendRefusal(
      LendError.OFF_TOPIC,
      t`the model takes the question for off-topic and declined it`,
    );
  }
  switch (code) {
    case "NoPermissions":
      return new LendRefusal(LendError.NOT_ALLOWED, t`the editor was not allowed to lend it (${message})`);
    case "Blocked":
      return new LendRefusal(LendError.BLOCKED, t`it takes no more requests for now (${message})`);
    case "NotFound":
      return new LendRefusal(LendError.NOT_FOUND, t`the editor has no such model any more`);
    default:
      return new LendRefusal(undefined, cause instanceof Error ? `${message}: ${cause.message}` : message);
  }
}
