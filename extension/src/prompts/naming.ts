/** How a prompt is called where a person is asked something about it. */
import type { Target } from "./documents";
import { t } from "../language";

/** Returns a file's own name. */
export function baseOf(uri: string): string {
  const path = uri.split(/[?#]/)[0] ?? uri;
  const name = path.slice(path.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Returns "note.prompt.md", or "SUMMARY_PROMPT in app.py" where the file holds several. */
export function nameOf({ uri, template }: Target): string {
  return template === undefined || template === "" ? baseOf(uri) : t`${template} in ${baseOf(uri)}`;
}

/** Returns why a document that looks as if it might be a prompt is none; undefined where nobody would think so. */
export function notAPrompt(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/\.(?:md|markdown|txt|prompt|j2|jinja2?)$/i.test(name)) {
    return t`${name} is not taken for a prompt; call it *.prompt.md to have it taken for one`;
  }
  return /\.(?:py|json|ya?ml|jsonl)$/i.test(name)
    ? t`${name} holds no prompt and stands beside none`
    : undefined;
}
