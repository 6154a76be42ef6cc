/** What a record beside a prompt says of what can be tested; docs/files.md is its contract. */
export interface SelectedSet {
  /** File name of the prompt, which stands beside the record. */
  readonly prompt: string;
  readonly template: string;
}

/** Returns which prompt a record is of; undefined when nothing is selected in it, or it cannot be read. */
export function selectedIn(record: string): SelectedSet | undefined {
  const { prompt, template, selection } = objectIn(record);
  const { chosen } = isObject(selection) ? selection : {};
  if (typeof prompt !== "string" || prompt === "" || !Array.isArray(chosen) || chosen.length === 0) {
    return undefined;
  }
  return { prompt, template: typeof template === "string" ? template : "" };
}

type Json = Readonly<Record<string, unknown>>;

function objectIn(text: string): Json {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}
