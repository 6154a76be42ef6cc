import * as path from "node:path";
import * as vscode from "vscode";
import type { TestedExample, TestsResult } from "../protocol";
import { MOST_LISTED, Path, Suite } from "./plan";
import { SelectedSet, selectedIn } from "./records";
import { t } from "../language";

const RECORDS = "**/*.spade.json";
const NOT_OURS = "**/{node_modules,.venv,.git}/**";
const MOST_PROMPTS = 500;
const SET = "";

/** Asks what there is to test for a record. */
export type List = (uri: vscode.Uri, template: string) => Promise<TestsResult | undefined>;

/**
 * The items of the Testing view: prompt, then each selected assertion and the set, then their examples.
 *
 * A level is made when it is first looked at or run. Items that stay are changed in place, so that they keep their
 * results and whoever holds them.
 */
export class Tree {
  private readonly suites = new Map<string, TestsResult>();
  private readonly selected = new Map<string, SelectedSet>();
  private readonly paths = new WeakMap<vscode.TestItem, Path>();
  private readonly opened = new WeakSet<vscode.TestItem>();

  constructor(
    private readonly controller: vscode.TestController,
    private readonly list: List,
  ) {}

  /** The items of the prompts. */
  get prompts(): vscode.TestItem[] {
    return itemsOf(this.controller.items);
  }

  /** The prompts that have been looked at in vain. */
  get unread(): vscode.TestItem[] {
    return this.prompts.filter((prompt) => this.opened.has(prompt) && !this.suites.has(prompt.id));
  }

  /** Returns where an item stands in the tree. */
  pathOf(item: vscode.TestItem): Path {
    return this.paths.get(item) ?? [item.id];
  }

  /** Returns which template of its file a prompt is. */
  templateOf(prompt: vscode.TestItem): string {
    return this.selected.get(prompt.id)?.template ?? "";
  }

  /** Returns the assertions of a prompt that ask a judge, and with any of them the set, as "". */
  askingOf(prompt: vscode.TestItem): ReadonlySet<string> {
    const asking = (this.suites.get(prompt.id)?.assertions ?? []).filter(
      ({ asksJudge }) => asksJudge === true,
    );
    return new Set([...asking.map(({ name }) => name), ...(asking.length > 0 ? [SET] : [])]);
  }

  /** Makes what is below an item; of the whole tree, the prompts in whose record something is selected. */
  async resolve(item: vscode.TestItem | undefined): Promise<void> {
    if (item === undefined) {
      await this.find();
      return;
    }
    const [record, assertion] = this.pathOf(item);
    this.opened.add(item);
    if (assertion === undefined) {
      await this.load(item);
    } else {
      this.showExamples(item, record, assertion);
    }
  }

  /** Reads again what there is to test of a prompt, and returns it; undefined when it cannot be read. */
  async load(prompt: vscode.TestItem): Promise<Suite | undefined> {
    prompt.busy = true;
    try {
      const listed = await this.list(vscode.Uri.parse(prompt.id), this.templateOf(prompt));
      if (listed === undefined) {
        return undefined;
      }
      this.suites.set(prompt.id, listed);
      prompt.error =
        listed.missing.length === 0
          ? undefined
          : t`Selected, but no longer in the file: ${listed.missing.join(", ")}. Select again.`;
      this.showAssertions(prompt, listed);
      return suiteOf(listed);
    } catch (error) {
      prompt.error = error instanceof Error ? error.message : String(error);
      return undefined;
    } finally {
      prompt.busy = false;
    }
  }

  /** Returns the item of a test, made if need be. */
  example(prompt: vscode.TestItem, assertion: string, id: string): vscode.TestItem | undefined {
    const group = prompt.children.get(groupId(assertion));
    if (group !== undefined && !this.opened.has(group)) {
      this.opened.add(group);
      this.showExamples(group, prompt.id, assertion);
    }
    const found = group?.children.get(itemId(id));
    if (found !== undefined) {
      return found;
    }
    const listed = this.suites.get(prompt.id);
    const example = listed?.examples.find((each) => each.id === id);
    if (group === undefined || listed === undefined || example === undefined) {
      return undefined;
    }
    const item = this.shown(group, [prompt.id, assertion, id], example, vscode.Uri.parse(listed.examplesUri));
    group.children.add(item);
    return item;
  }

  /** Returns the item of an assertion, or of the set. */
  group(prompt: vscode.TestItem, assertion: string): vscode.TestItem | undefined {
    return prompt.children.get(groupId(assertion));
  }

  /** Returns the prompts that have been looked at and that a file belongs to; to one that was not read any may. */
  concernedBy(file: vscode.Uri): vscode.TestItem[] {
    const named = file.toString();
    const known = this.prompts.filter((prompt) => {
      const listed = this.suites.get(prompt.id);
      const own = [listed?.assertionsUri, listed?.examplesUri, listed?.promptUri, prompt.id];
      return listed !== undefined && own.some((uri) => uri !== undefined && same(uri, named));
    });
    return [...known, ...this.unread];
  }

  private async find(): Promise<void> {
    const records = await vscode.workspace.findFiles(RECORDS, NOT_OURS, MOST_PROMPTS);
    const found = await Promise.all(records.map(readSelected));
    const wanted = found
      .filter((each) => each !== undefined)
      .sort((a, b) => (a.record.path < b.record.path ? -1 : 1));
    this.selected.clear();
    const items = wanted.map(({ record, selected }) => {
      const id = record.toString();
      this.selected.set(id, selected);
      const item = this.controller.items.get(id) ?? this.made(id, [id], promptBeside(record, selected));
      item.label = path.posix.join(folderOf(record), selected.prompt);
      item.description = selected.template;
      return item;
    });
    keepOnly(this.controller.items, items);
  }

  private showAssertions(prompt: vscode.TestItem, listed: TestsResult): void {
    const file = vscode.Uri.parse(listed.assertionsUri);
    const items = listed.assertions.map(({ name, range, check }) => {
      const item = prompt.children.get(groupId(name)) ?? this.made(groupId(name), [prompt.id, name], file);
      item.label = name;
      item.description = check;
      item.range = new vscode.Range(
        range.start.line,
        range.start.character,
        range.end.line,
        range.end.character,
      );
      return item;
    });
    if (listed.assertions.length > 0 && listed.examples.some(({ label }) => label === "bad")) {
      const examples = vscode.Uri.parse(listed.examplesUri);
      const set = prompt.children.get(groupId(SET)) ?? this.made(groupId(SET), [prompt.id, SET], examples);
      set.label = t`bad responses are caught`;
      set.description = t`by at least one of the selected assertions`;
      items.push(set);
    }
    // Assertions stand in the order of their file, the set behind them; the view would sort by label.
    items.forEach((item, at) => {
      item.sortText = String(at).padStart(5, "0");
    });
    keepOnly(prompt.children, items);
    for (const item of items.filter((each) => this.opened.has(each))) {
      this.showExamples(item, prompt.id, this.pathOf(item)[1] ?? SET);
    }
  }

  private showExamples(group: vscode.TestItem, record: string, assertion: string): void {
    const listed = this.suites.get(record);
    if (listed === undefined) {
      return;
    }
    const file = vscode.Uri.parse(listed.examplesUri);
    // What was told beyond the first ones stays: it did not pass.
    const items = testedBy(assertion, listed)
      .filter(({ id }, at) => at < MOST_LISTED || group.children.get(itemId(id)) !== undefined)
      .map((example) => this.shown(group, [record, assertion, example.id], example, file));
    keepOnly(group.children, items);
  }

  private shown(
    group: vscode.TestItem,
    place: Path,
    { id, line, title }: TestedExample,
    file: vscode.Uri,
  ): vscode.TestItem {
    const item = group.children.get(itemId(id)) ?? this.made(itemId(id), place, file);
    item.label = title;
    item.range = new vscode.Range(line, 0, line, 0);
    item.sortText = String(line).padStart(9, "0");
    return item;
  }

  private made(id: string, place: Path, file: vscode.Uri): vscode.TestItem {
    const item = this.controller.createTestItem(id, id, file);
    item.canResolveChildren = place.length < 3;
    this.paths.set(item, place);
    return item;
  }
}

/** The editor refuses an item whose id holds a NUL; a person's may. */
function itemId(example: string): string {
  return example.replaceAll("\0", "\u2400");
}

/** The set has a name that no function can have, for an id cannot be empty. */
function groupId(assertion: string): string {
  return assertion === SET ? "the set" : assertion;
}

function testedBy(assertion: string, { examples }: TestsResult): TestedExample[] {
  return examples.filter(({ label }) => label === (assertion === SET ? "bad" : "good"));
}

function suiteOf(listed: TestsResult): Suite {
  const names = [...listed.assertions.map(({ name }) => name), SET];
  return new Map(names.map((name) => [name, testedBy(name, listed).map(({ id }) => id)]));
}

async function readSelected(
  record: vscode.Uri,
): Promise<{ record: vscode.Uri; selected: SelectedSet } | undefined> {
  try {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(record));
    const selected = selectedIn(text);
    return selected && { record, selected };
  } catch {
    // Gone again since it was found.
    return undefined;
  }
}

function promptBeside(record: vscode.Uri, { prompt }: SelectedSet): vscode.Uri {
  return vscode.Uri.joinPath(record, "..", prompt);
}

function folderOf(record: vscode.Uri): string {
  return path.posix.dirname(vscode.workspace.asRelativePath(record));
}

function keepOnly(collection: vscode.TestItemCollection, items: readonly vscode.TestItem[]): void {
  const wanted = new Set(items);
  const there = itemsOf(collection);
  if (there.length !== items.length || there.some((item) => !wanted.has(item))) {
    collection.replace(items);
  }
}

function itemsOf(collection: vscode.TestItemCollection): vscode.TestItem[] {
  const items: vscode.TestItem[] = [];
  collection.forEach((item) => items.push(item));
  return items;
}

/** The server and the editor may escape a URI in different ways. */
function same(uri: string, other: string): boolean {
  return uri === other || vscode.Uri.parse(uri).path === vscode.Uri.parse(other).path;
}
