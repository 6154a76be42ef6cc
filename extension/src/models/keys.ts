import { normalAddress, OPENAI_URL } from "./providers";

/** Where secrets are kept: the editor's own storage. */
export interface Secrets {
  get(name: string): Thenable<string | undefined>;
  store(name: string, value: string): Thenable<void>;
  delete(name: string): Thenable<void>;
}

/**
 * The keys of endpoints, in the editor's secret storage and nowhere else.
 *
 * Law: a key belongs to the address that it was typed for. Whoever changes the address in the settings does not get it.
 */
export class Keys {
  private readonly seen = new Set<string>();

  constructor(private readonly secrets: Secrets) {}

  /** Returns the key of an address; empty where there is none. */
  async of(address: string): Promise<string> {
    return this.noted((await this.secrets.get(nameOf(address))) ?? "");
  }

  async keep(address: string, key: string): Promise<void> {
    await this.secrets.store(nameOf(address), this.noted(key));
  }

  async forget(address: string): Promise<void> {
    await this.secrets.delete(nameOf(address));
  }

  /** Takes note of a key that is about to be sent, so that no log shows it. */
  noted(key: string): string {
    if (key.length >= SHORTEST) {
      this.seen.add(key);
    }
    return key;
  }

  /** Returns a text without any of the keys that were used in this session. */
  hide(text: string): string {
    return [...this.seen].reduce(
      (rest, key) => rest.replaceAll(key, HIDDEN).replaceAll(JSON.stringify(key).slice(1, -1), HIDDEN),
      text,
    );
  }
}

const SHORTEST = 4;
const HIDDEN = "<the key>";

function nameOf(address: string): string {
  return `spade.key ${normalAddress(address) || OPENAI_URL}`;
}

/** Returns a log that writes what `log` does, but no key in what is traced: the traffic with the server is. */
export function withoutKeys<T extends { trace(message: string, ...args: unknown[]): void }>(
  log: T,
  keys: Keys,
): T {
  return new Proxy(log, {
    get(target, name) {
      if (name === "trace") {
        return (message: string) => {
          target.trace(keys.hide(message));
        };
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
