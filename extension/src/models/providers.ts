/** Who answers: an endpoint, the editor, or nobody. */
import { t } from "../language";

export type Provider = "project" | "none" | "openai" | "azure" | "ollama" | "compatible" | "editor";

export interface ProviderInfo {
  readonly id: Provider;
  readonly label: string;
  readonly detail: string;
  /** What the address box begins with; undefined where there is none to give. */
  readonly address?: string;
  /** Whether it asks for a key, and whether one may be missing. */
  readonly key: "needed" | "optional" | "none";
  /** Whether it is an endpoint that is called over the network. */
  readonly isEndpoint: boolean;
}

export const OPENAI_URL = "https://api.openai.com/v1";

export const PROVIDERS: readonly ProviderInfo[] = [
  {
    id: "openai",
    label: "OpenAI",
    detail: t`api.openai.com, with your key`,
    key: "needed",
    isEndpoint: true,
  },
  {
    id: "azure",
    label: "Azure OpenAI",
    detail: t`Your resource, with its key`,
    address: "https://NAME.openai.azure.com/openai/v1",
    key: "needed",
    isEndpoint: true,
  },
  {
    id: "ollama",
    label: "Ollama",
    detail: t`On the machine that this workspace is on; nothing leaves it`,
    address: "http://localhost:11434/v1",
    key: "none",
    isEndpoint: true,
  },
  {
    id: "compatible",
    label: t`Another OpenAI-compatible server`,
    detail: t`LM Studio, vLLM, llama.cpp, a gateway…`,
    address: "http://localhost:1234/v1",
    key: "optional",
    isEndpoint: true,
  },
  {
    id: "editor",
    label: t`The editor's language model`,
    detail: t`Lent with your consent, as to any extension; no key, and its limits are the editor's`,
    key: "none",
    isEndpoint: false,
  },
  {
    id: "project",
    label: t`What the project and the environment name`,
    detail: t`spade.toml, SPADE_MODEL, OPENAI_API_KEY: as for the command line`,
    key: "none",
    isEndpoint: false,
  },
  {
    id: "none",
    label: t`No model`,
    detail: t`Criteria are read from the words; nothing is ever sent`,
    key: "none",
    isEndpoint: false,
  },
];

/** Returns what is known of a provider; of an unknown one, as of "project". */
export function providerOf(id: string): ProviderInfo {
  const found = PROVIDERS.find((provider) => provider.id === id);
  const project = PROVIDERS.find((provider) => provider.id === "project");
  if (found === undefined && project === undefined) {
    throw new Error("there is no provider called project");
  }
  return (found ?? project) as ProviderInfo;
}

/** Returns what is wrong with an address, how badly; undefined when nothing is. */
export function addressFault(text: string): { message: string; isWarning: boolean } | undefined {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return { message: t`An http or https address, for example http://localhost:1234/v1`, isWarning: false };
  }
  if (!["http:", "https:"].includes(url.protocol)) {
    return { message: t`An http or https address`, isWarning: false };
  }
  const query = url.search === "" || /^\?api-version=[A-Za-z0-9.-]{1,40}$/.test(url.search);
  if (url.username !== "" || url.password !== "" || !query) {
    return {
      message: t`Without a user name, a password or a key in it: the key is asked for next`,
      isWarning: false,
    };
  }
  if (url.hostname.toUpperCase().startsWith("NAME.") || url.hostname === "") {
    return { message: t`Put the name of your resource in the place of NAME`, isWarning: false };
  }
  if (url.protocol === "http:" && !isThisMachine(url.hostname)) {
    return { message: t`Not encrypted: the key and the texts can be read on the way`, isWarning: true };
  }
  return undefined;
}

function isThisMachine(host: string): boolean {
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    /^127\.\d+\.\d+\.\d+$/.test(host) ||
    host === "[::1]"
  );
}

/** Returns an address as it is kept and compared. */
export function normalAddress(text: string): string {
  return text.trim().replace(/\/+$/, "");
}

/** Returns the two prices that a person typed, none for nothing, or what is wrong. */
export function pricesIn(text: string): readonly number[] | undefined | "wrong" {
  if (text.trim() === "") {
    return undefined;
  }
  const parts = text.trim().split(/\s*[,;/]\s*|\s+/);
  const numbers = parts.map(Number);
  const right =
    numbers.length === 2 && parts.every((part) => part !== "") && numbers.every((n) => n >= 0 && n < 1e9);
  return right ? numbers : "wrong";
}
