import * as vscode from "vscode";
import { Target, targetIn } from "../prompts/documents";
import { nameOf } from "../prompts/naming";
import type { ComparedVersion, VersionInfo } from "../protocol";
import type { Asker } from "../requests/asker";
import type { VirtualTexts } from "../editor/virtual";
import { summary } from "./difference";
import { said, t } from "../language";

/** Two versions by their numbers. */
interface Pair {
  readonly before: number;
  readonly after: number;
}

/** Shows how the text of two versions differs, and below it how what they ask for does. */
export async function compareVersions(
  asker: Asker,
  texts: VirtualTexts,
  target: Target,
  argument: unknown,
): Promise<void> {
  const pair = pairIn(argument) ?? (await chosen(asker, target));
  const answer = pair && (await asker.ask(t`comparing versions`, "spade/compare", { ...target, ...pair }));
  if (answer !== undefined) {
    const name = nameOf(targetIn(answer.asked)).replace(/[\\/]/g, " ");
    const { before, after, categories } = answer.result;
    // Both have one path: the editor would take another for a file that was renamed, and cross the old name out.
    const put = (version: ComparedVersion, what: string, text: string) =>
      texts.put(`/${name}/P${before.index} to P${after.index}/${what}`, text, answer.asked, version.index);
    const shown = [before, after].map((each) => put(each, "prompt.md", each.text));
    const asked = [before, after].map((each) => put(each, "assertions.txt", askedText(each)));
    const kinds = categories.length > 0 ? ` (${categories.map(said).join(", ")})` : "";
    const title = t`${name}: P${before.index} and P${after.index}${kinds}, ${summary(answer.result)}`;
    await vscode.commands.executeCommand("vscode.changes", title, [
      [shown[1], ...shown],
      [asked[1], ...asked],
    ]);
  }
}

function pairIn(argument: unknown): Pair | undefined {
  const { before, after } = (argument ?? {}) as Partial<Pair>;
  return before === undefined || after === undefined ? undefined : { before, after };
}

/** Has a person choose the newer one, then the older one; the first is the one before it. */
async function chosen(asker: Asker, target: Target): Promise<Pair | undefined> {
  const answer = await asker.ask(t`reading the history`, "spade/history", target);
  const versions = [...(answer?.result.versions ?? [])].reverse();
  const after = answer && (await choose(t`Which version?`, versions));
  const earlier = versions.filter(({ index }) => after !== undefined && index < after);
  const before = after && (await choose(t`P${after} compared with`, earlier, t`nothing, the empty prompt`));
  return after === undefined || before === undefined ? undefined : { before, after };
}

async function choose(
  title: string,
  versions: readonly VersionInfo[],
  empty?: string,
): Promise<number | undefined> {
  const items = versions.map(({ index, subject, state, date, categories }) => ({
    label: `P${index} ${subject ?? said(state)}`,
    description: [date?.slice(0, 10), ...categories].filter((each) => each != null).join(", "),
    index,
  }));
  const nothing = empty === undefined ? [] : [{ label: "P0", description: empty, index: 0 }];
  return (await vscode.window.showQuickPick([...items, ...nothing], { title, ignoreFocusOut: true }))?.index;
}

/** Returns a line for each assertion that a version asks for: the same line where two versions ask the same. */
function askedText({ asked }: ComparedVersion): string {
  const lines = asked.map(
    ({ name, description, accepted }) =>
      `${description}  ${name}${accepted ? "" : t` (not in the assertions file)`}`,
  );
  return `${[t`What it asks for: ${lines.length}`, ...lines].join("\n")}\n`;
}
