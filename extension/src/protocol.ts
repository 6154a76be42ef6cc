/*
 * The messages that are ours, beyond the language server protocol. This mirrors `server/spade_server/protocol/messages.py`,
 * which says what each field means; a test holds the two to the same fields.
 */
import type { Range, WorkspaceEdit } from "vscode-languageclient";
import type { EstimateParams, EstimateResult, ModelRun } from "./models/protocol";
import type {
  TableParams,
  TableResult,
  TableRunParams,
  TableRunResult,
  TableTextParams,
  TableTextResult,
} from "./table/protocol";

/** What the server is told when it starts. */
export interface InitializationOptions {
  /** False in a workspace that the person does not trust: then only the text is read and nothing is run. */
  readonly trusted: boolean;
  /** The commands that are registered here; lenses of others are text. */
  readonly commands: readonly string[];
  /** Address of docs/diagnostics.md; the server appends a code as its fragment. */
  readonly documentation: string;
  /** Whether the server may ask which model the person chose, and for replies of the editor's own. */
  readonly models: boolean;
  /** The settings, for clients that cannot be asked for them; this one can. */
  readonly settings?: object;
}

/** Why a request was refused; the error's message says it in words. */
export enum ErrorCode {
  UNTRUSTED = -32010,
  NO_PROMPT = -32011,
  UNREADABLE = -32012,
  NO_LABELS = -32013,
  NO_ASSERTIONS = -32014,
  UNSAVED = -32015,
  CHANGED = -32016,
  NOTHING_TO_UNDO = -32017,
  SANDBOX = -32018,
  SETTINGS = -32019,
  MODEL = -32020,
  NO_EXAMPLES = -32021,
  LEFT_BEHIND = -32022,
}

export interface RateValue {
  readonly count: number;
  readonly total: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What every request has: `uri` is the prompt's, or that of its examples or assertions file. */
export interface PromptParams {
  readonly uri: string;
  readonly template?: string;
  readonly workDoneToken?: string | number;
}

export interface GenerateParams extends PromptParams {
  readonly range?: Range | null;
  readonly names?: readonly string[] | null;
  readonly edited?: Readonly<Record<string, string>> | null;
  readonly apply?: boolean;
  readonly model?: boolean;
  readonly asking?: number;
}

export interface Proposal {
  readonly name: string;
  readonly source: string;
  readonly description: string;
  readonly category: string;
  readonly phrase: string;
  readonly commit: string | null;
  readonly asksJudge: boolean;
  readonly withdrawn?: boolean;
  readonly instruction?: string;
  readonly range?: Range | null;
  readonly sure?: boolean;
  readonly evidence?: string;
}

export interface GenerateResult {
  readonly assertionsUri: string;
  readonly applied: boolean;
  readonly proposals: readonly Proposal[];
  readonly added: readonly string[];
  readonly replaced: readonly string[];
  readonly removed: readonly string[];
  readonly kept: readonly string[];
  readonly stale: readonly string[];
  readonly rejected: readonly string[];
  readonly problems: readonly string[];
  readonly edit: WorkspaceEdit | null;
  readonly notes?: readonly string[];
  readonly modelRun?: ModelRun | null;
}

export interface EvaluateParams extends PromptParams {
  readonly names?: readonly string[] | null;
  readonly unlabelled?: boolean;
  readonly exampleIds?: readonly string[] | null;
  readonly judge?: boolean;
  readonly keptAnswers?: boolean;
}

export interface Cell {
  readonly exampleId: string;
  readonly line: number;
  readonly label: string | null;
  readonly outcome: string;
  readonly message: string;
  readonly assertionLine: number | null;
}

export interface AssertionResult {
  readonly name: string;
  readonly range: Range;
  readonly coverage: RateValue;
  readonly ffr: RateValue;
  readonly selected: boolean;
  readonly cells: readonly Cell[];
}

export interface EvaluateResult {
  readonly assertionsUri: string;
  readonly examplesUri: string;
  readonly good: number;
  readonly bad: number;
  readonly unlabelled: number;
  readonly assertions: readonly AssertionResult[];
  readonly problems: readonly string[];
  readonly unjudged?: number;
  readonly modelRun?: ModelRun | null;
}

export interface SelectionParams extends PromptParams {
  readonly method?: string | null;
  readonly alpha?: number | null;
  readonly tau?: number | null;
  readonly require?: readonly string[];
  readonly forbid?: readonly string[];
  readonly prefer?: readonly string[] | null;
  readonly judge?: boolean;
}

export interface SelectParams extends SelectionParams {
  readonly frontier?: boolean;
  readonly remember?: boolean;
}

export interface Selected {
  readonly name: string;
  readonly range: Range;
  readonly coverage: RateValue;
  readonly ffr: RateValue;
  readonly onlyCatches: readonly string[];
}

export interface LeftOut {
  readonly name: string;
  readonly range: Range;
  readonly reason: string;
  readonly message: string;
  readonly coverage: RateValue;
  readonly ffr: RateValue;
}

export interface FrontierSet {
  readonly size: number;
  readonly caught: number;
  readonly flagged: number;
  readonly avoided: number;
}

export interface SelectResult {
  readonly assertionsUri: string;
  readonly method: string;
  readonly alpha: number;
  readonly tau: number;
  readonly feasible: boolean;
  readonly message: string;
  readonly nearestAlpha: number | null;
  readonly nearestTau: number | null;
  readonly coverage: RateValue;
  readonly ffr: RateValue;
  readonly selected: readonly Selected[];
  readonly leftOut: readonly LeftOut[];
  readonly frontier: readonly FrontierSet[];
  readonly remembered: boolean;
  readonly problems: readonly string[];
  readonly unjudged?: number;
  readonly modelRun?: ModelRun | null;
}

export type HistoryParams = PromptParams;

export interface ChangedSentence {
  readonly sign: string;
  readonly text: string;
  readonly categories: readonly string[];
  readonly cues: readonly string[];
}

export interface VersionInfo {
  readonly index: number;
  readonly state: string;
  readonly path: string;
  readonly commit: string | null;
  readonly author: string | null;
  readonly date: string | null;
  readonly subject: string | null;
  readonly categories: readonly string[];
  readonly changes: readonly ChangedSentence[];
}

export interface HistoryResult {
  readonly template: string;
  readonly notes: readonly string[];
  readonly versions: readonly VersionInfo[];
}

export interface CompareParams extends PromptParams {
  readonly before?: number;
  readonly after?: number;
}

export interface AskedOfVersion {
  readonly name: string;
  readonly description: string;
  readonly accepted: boolean;
}

export interface ComparedVersion {
  readonly index: number;
  readonly text: string;
  readonly asked: readonly AskedOfVersion[];
}

export interface CompareResult {
  readonly before: ComparedVersion;
  readonly after: ComparedVersion;
  readonly categories: readonly string[];
}

export type UncommittedParams = PromptParams;

export interface UncommittedResult {
  readonly unchecked: readonly ListedInstruction[];
}

export type ReportParams = SelectionParams;

export interface ReportResult {
  readonly html: string;
  readonly feasible: boolean;
}

export interface LabelParams extends PromptParams {
  readonly action?: "look" | "next" | "set" | "undo";
  readonly exampleId?: string;
  readonly label?: "good" | "bad" | null;
  readonly response?: string | null;
  readonly shown?: string | null;
  readonly alone?: boolean;
}

export interface ExampleInfo {
  readonly id: string;
  readonly line: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly prompt: string;
  readonly response: string;
  readonly label: string | null;
}

export interface LabelResult {
  readonly examplesUri: string;
  readonly example: ExampleInfo | null;
  readonly good: number;
  readonly bad: number;
  readonly unlabelled: number;
  readonly canUndo: boolean;
  readonly problems: readonly string[];
  readonly bestFirst?: boolean;
}

export type TestsParams = PromptParams;

export interface TestedAssertion {
  readonly name: string;
  readonly range: Range;
  readonly check: string;
  readonly asksJudge?: boolean;
}

export interface TestedExample {
  readonly id: string;
  readonly line: number;
  readonly label: string;
  readonly title: string;
}

export interface TestsResult {
  readonly promptUri: string;
  readonly template: string;
  readonly assertionsUri: string;
  readonly examplesUri: string;
  readonly assertions: readonly TestedAssertion[];
  readonly examples: readonly TestedExample[];
  readonly missing: readonly string[];
  readonly problems: readonly string[];
}

export interface WantedTests {
  readonly name?: string;
  readonly exampleIds?: readonly string[] | null;
}

export interface TestParams extends PromptParams {
  readonly wanted?: readonly WantedTests[] | null;
  readonly judge?: boolean;
}

export interface TestEstimateParams extends PromptParams {
  readonly wanted?: readonly WantedTests[] | null;
}

export interface TestVerdict {
  readonly name: string;
  readonly exampleId: string;
  readonly outcome: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  readonly line: number;
  readonly assertionLine: number | null;
  readonly seconds: number;
}

export interface TestResult {
  readonly assertionsUri: string;
  readonly examplesUri: string;
  readonly verdicts: readonly TestVerdict[];
  readonly problems: readonly string[];
  readonly modelRun?: ModelRun | null;
}

export interface LocateParams extends PromptParams {
  readonly what?: string;
  readonly key?: string;
  readonly version?: number | null;
}

export interface LocateResult {
  readonly uri: string | null;
  readonly range: Range | null;
  readonly version: number | null;
}

export interface PreferParams extends PromptParams {
  readonly name?: string;
  readonly use?: string;
}

export interface RejectParams extends PromptParams {
  readonly names?: readonly string[] | null;
  readonly range?: Range | null;
  readonly model?: boolean;
  readonly restore?: boolean;
}

export interface RejectResult {
  readonly names: readonly string[];
}

export interface PreferResult {
  readonly settingsUri: string;
  readonly require: readonly string[];
  readonly forbid: readonly string[];
}

export type OverviewParams = PromptParams;

export interface ListedInstruction {
  readonly text: string;
  readonly range: Range;
  readonly assertions: readonly string[];
}

export interface ListedSource {
  readonly phrase: string;
  readonly sentence: string;
  readonly version: number;
  readonly category: string;
}

export interface ListedAssertion {
  readonly name: string;
  readonly range: Range;
  readonly check: string;
  readonly asksJudge: boolean;
  readonly selected: boolean;
  readonly sources: readonly ListedSource[];
}

export interface NextStep {
  readonly command: string;
  readonly title: string;
}

export interface ListedSelection {
  readonly request: string;
  readonly caught: number | null;
  readonly bad: number;
  readonly flagged: number | null;
  readonly good: number;
  readonly changes: readonly string[];
}

export interface OverviewResult {
  readonly promptUri: string;
  readonly template: string;
  readonly assertionsUri: string;
  readonly examplesUri: string;
  readonly instructions: readonly ListedInstruction[];
  readonly assertions: readonly ListedAssertion[];
  readonly missing: readonly string[];
  readonly good: number;
  readonly bad: number;
  readonly unlabelled: number;
  readonly steps: readonly NextStep[];
  readonly problems: readonly string[];
  readonly selection?: ListedSelection | null;
}

/** Its document is optional: without one it is about the workspace. */
export interface PromptsParams extends PromptParams {
  /** Of several prompts the one that this line is in. */
  readonly line?: number;
}

export interface PromptFound {
  readonly uri: string;
  readonly template: string;
  readonly line: number;
}

export interface PromptsResult {
  readonly prompts: readonly PromptFound[];
}

export interface ImportParams extends PromptParams {
  readonly file?: string;
  readonly response?: string | null;
  readonly label?: string | null;
  readonly fields?: Readonly<Record<string, string>> | null;
  readonly words?: Readonly<Record<string, string>> | null;
  readonly apply?: boolean;
}

export interface ImportColumn {
  readonly name: string;
  readonly sample: string;
}

export interface ImportWord {
  readonly word: string;
  readonly rows: number;
  readonly label: string | null;
  readonly known: boolean;
}

export interface ImportResult {
  readonly examplesUri: string;
  readonly applied: boolean;
  readonly columns: readonly ImportColumn[];
  readonly response: string;
  readonly label: string | null;
  readonly defaultLabel: string | null;
  readonly words: readonly ImportWord[];
  readonly fields: Readonly<Record<string, string>>;
  readonly kept: readonly string[];
  readonly leftOut: readonly string[];
  readonly new: number;
  readonly good: number;
  readonly bad: number;
  readonly unlabelled: number;
  readonly duplicates: number;
  readonly filled: number;
  readonly problems: readonly string[];
}

export interface ExportParams extends PromptParams {
  readonly format?: string;
  readonly everything?: boolean;
  readonly to?: string;
}

export interface ExportResult {
  readonly uri: string;
  readonly text: string;
  readonly assertions: readonly string[];
  readonly leftOut: readonly string[];
  readonly examples: number;
  readonly problems: readonly string[];
}

export interface RespondParams extends PromptParams {
  readonly file?: string;
  readonly propose?: number;
  readonly more?: boolean;
  readonly again?: number;
}

export interface RespondEstimate {
  readonly model: string;
  readonly lent: boolean;
  readonly inputs: number;
  readonly calls: number;
  readonly tokens: number;
  readonly money: number | null;
  readonly message: string;
}

export interface RespondResult {
  readonly examplesUri: string;
  readonly added: number;
  readonly missing: number;
  readonly notes: readonly string[];
  readonly problems: readonly string[];
  readonly modelRun?: ModelRun | null;
}

/** Every request with its parameters and its result. */
export interface Requests {
  "spade/generate": { params: GenerateParams; result: GenerateResult };
  "spade/evaluate": { params: EvaluateParams; result: EvaluateResult };
  "spade/select": { params: SelectParams; result: SelectResult };
  "spade/history": { params: HistoryParams; result: HistoryResult };
  "spade/compare": { params: CompareParams; result: CompareResult };
  "spade/uncommitted": { params: UncommittedParams; result: UncommittedResult };
  "spade/report": { params: ReportParams; result: ReportResult };
  "spade/estimate": { params: EstimateParams; result: EstimateResult };
  "spade/label": { params: LabelParams; result: LabelResult };
  "spade/table": { params: TableParams; result: TableResult };
  "spade/tableRun": { params: TableRunParams; result: TableRunResult };
  "spade/tableText": { params: TableTextParams; result: TableTextResult };
  "spade/tests": { params: TestsParams; result: TestsResult };
  "spade/overview": { params: OverviewParams; result: OverviewResult };
  "spade/test": { params: TestParams; result: TestResult };
  "spade/testEstimate": { params: TestEstimateParams; result: EstimateResult };
  "spade/locate": { params: LocateParams; result: LocateResult };
  "spade/reject": { params: RejectParams; result: RejectResult };
  "spade/prefer": { params: PreferParams; result: PreferResult };
  "spade/prompts": { params: PromptsParams; result: PromptsResult };
  "spade/import": { params: ImportParams; result: ImportResult };
  "spade/export": { params: ExportParams; result: ExportResult };
  "spade/respond": { params: RespondParams; result: RespondResult };
  "spade/respondEstimate": { params: RespondParams; result: RespondEstimate };
}

export type Method = keyof Requests;
