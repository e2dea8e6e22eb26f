import { isRecord, PreceptError } from "@precept/core";
import { describeUnread, openRoot, putFile, readFileIn } from "@precept/files";
import { resultsPath } from "./paths.ts";
import type { Difference, Count } from "./statistics/count.ts";
import type { JudgeAccuracy } from "./statistics/judge.ts";
import type { Verdict } from "./report/verdict.ts";
import type { Arm } from "./schedule/arms.ts";

/** The last result of a rule, as `precept show` and `precept lint` mention it. */
export interface RuleEvidence {
  /** The day of the eval, such as `2026-01-31`. */
  readonly date: string;
  /** The digest of the text of the rule that was measured. */
  readonly sha256: string;
  readonly cases: readonly string[];
  readonly counts: Readonly<Partial<Record<Arm, Count>>>;
  readonly effect?: Difference;
  readonly verdict: Verdict;
}

/** The results of a project: the last one of each rule, and the accuracy of judges. */
export interface EvalResults {
  readonly rules: Readonly<Record<string, RuleEvidence>>;
  /** By {@link judgeKey}. */
  readonly judges: Readonly<Record<string, JudgeAccuracy & { readonly date: string }>>;
}

const maxResultsBytes = 4_000_000;

/** Results of a project that may be unreadable. */
export interface ReadResults extends EvalResults {
  /** Why the file cannot be read, for example because of a merge conflict. */
  readonly problem?: string;
}

/** Reads the results of a project. Without the file, or if it cannot be read, there are none. */
export async function readResults(root: string): Promise<ReadResults> {
  const content = await readFileIn(openRoot(root), resultsPath, { maxBytes: maxResultsBytes });
  if (content.kind === "missing") return { rules: {}, judges: {} };
  const parsed = content.kind === "bytes" ? parseResults(content.bytes.toString("utf8")) : undefined;
  if (parsed !== undefined) return parsed;
  return { rules: {}, judges: {}, problem: content.kind === "bytes" ? "is not valid" : describeUnread(content) };
}

/** Adds results to the file, sorted, so that two branches rarely conflict. @throws PreceptError `EVAL_RESULTS_INVALID` */
export async function writeResults(root: string, added: Partial<EvalResults>): Promise<void> {
  const before = await requireResults(root);
  const results = {
    version: 1,
    rules: sortKeys({ ...before.rules, ...added.rules }),
    judges: sortKeys({ ...before.judges, ...added.judges }),
  };
  await putFile(openRoot(root), resultsPath, `${JSON.stringify(results, undefined, 2)}\n`);
}

/** Reads results that are written again. @throws PreceptError `EVAL_RESULTS_INVALID` */
export async function requireResults(root: string): Promise<EvalResults> {
  const { problem, ...results } = await readResults(root);
  if (problem !== undefined) throw new PreceptError("EVAL_RESULTS_INVALID", { path: resultsPath, problem });
  return results;
}

/** Identifies a judge in the results. */
export function judgeKey({
  protocol,
  model,
}: {
  readonly protocol?: string | undefined;
  readonly model?: string | undefined;
}): string {
  return `${protocol ?? ""} ${model ?? ""}`;
}

function parseResults(text: string): EvalResults | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || value["version"] !== 1) return undefined;
    const rules = entriesIn(value["rules"]).filter(([, one]) => isEvidence(one));
    const judges = entriesIn(value["judges"]).filter(([, one]) => isAccuracy(one));
    return { rules: Object.fromEntries(rules), judges: Object.fromEntries(judges) } as EvalResults;
  } catch {
    return undefined;
  }
}

function entriesIn(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}

function isEvidence(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value["date"] === "string" &&
    typeof value["sha256"] === "string" &&
    typeof value["verdict"] === "string" &&
    isRecord(value["counts"]) &&
    Object.values(value["counts"]).every(isCount)
  );
}

function isAccuracy(value: unknown): boolean {
  return isRecord(value) && isCount(value["sensitivity"]) && isCount(value["specificity"]);
}

function isCount(value: unknown): boolean {
  return isRecord(value) && typeof value["count"] === "number" && typeof value["of"] === "number";
}

function sortKeys<Value>(values: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
