import { hash } from "node:crypto";
import { performance } from "node:perf_hooks";
import { createCandidateFinder, evaluate, parsePolicies, patternOf } from "@precept/governance";
import { createBoundedRunner } from "@precept/enforcement/runner";
import { comparePairs, type Measured } from "../measure.ts";
import { policyPatterns } from "../policy-patterns.ts";
import { formatBytes, formatCount, formatTime, type Row } from "../report.ts";
import { countWithRipgrep, ripgrepVersion } from "../ripgrep.ts";
import { assertSameMembers } from "../result-mismatch.ts";
import { copySourceFiles, type SourceFiles } from "../source-files.ts";

const bytes = 20_000_000;
/** More than any pattern has, so that all matches are counted. */
const limit = 10_000;

/** Times 200 policies over 20 MB of real source in one thread, and the evaluation of a single file when everything is warm. */
export async function benchPolicies(): Promise<readonly Row[]> {
  await using files = await copySourceFiles(bytes);
  const check = createChecker();
  const bruteForce = compilePatterns();
  const version = await ripgrepVersion();

  const precept = countAll(files, check);
  assertSameCounts("brute force", precept, countAll(files, bruteForce));
  const timePrecept = () => timeOf(() => countAll(files, check));
  const against = await comparePairs(timePrecept, () => timeOf(() => countAll(files, bruteForce)), 1, 0);
  return [
    rowOf(files, "V8, one pattern after another", against, 10),
    version === undefined ? skippedRow() : rowOf(files, version, await compareWithRipgrep(files, precept, timePrecept), 4),
    ...fileRows(files),
  ];
}

/** Counts the matches of each pattern in a text. */
type Check = (text: string) => Iterable<readonly [position: number, matches: number]>;

function createChecker(): Check {
  const findCandidates = createCandidateFinder(() => policyPatterns);
  // No pattern here backtracks catastrophically, and a busy machine must not interrupt one.
  const runner = createBoundedRunner({ budget: 10_000, maxTime: 60_000 });
  const positions = new Map(policyPatterns.map(({ id }, position) => [id, position]));
  return (text) => {
    const chosen = [...findCandidates(policyPatterns, text)].map((id) => positions.get(id) ?? 0);
    const patterns = chosen.flatMap((position) => policyPatterns[position] ?? []);
    const outcomes = runner.run(patterns, text, limit);
    return outcomes.map((outcome, at) => [chosen[at] ?? 0, outcome.kind === "matches" ? outcome.matches.length : Number.NaN]);
  };
}

function compilePatterns(): Check {
  const expressions = policyPatterns.map(({ source, flags }) => new RegExp(source, `${flags}g`));
  return (text) => expressions.map((expression, position) => [position, text.match(expression)?.length ?? 0]);
}

function countAll({ texts }: SourceFiles, check: Check): readonly number[] {
  const counts = policyPatterns.map(() => 0);
  for (const text of texts) for (const [position, matches] of check(text)) counts[position] = (counts[position] ?? 0) + matches;
  return counts;
}

async function compareWithRipgrep(
  files: SourceFiles,
  precept: readonly number[],
  timePrecept: () => Promise<number>,
): Promise<Measured> {
  const ripgrep: number[] = [];
  for (const pattern of policyPatterns) ripgrep.push(await countWithRipgrep(files.dir, pattern));
  assertSameCounts("ripgrep", precept, ripgrep);
  const timeRipgrep = () =>
    timeOf(async () => {
      for (const pattern of policyPatterns) await countWithRipgrep(files.dir, pattern);
    });
  return comparePairs(timePrecept, timeRipgrep, 3, 0);
}

function assertSameCounts(name: string, precept: readonly number[], baseline: readonly number[]): void {
  assertSameMembers(`The matches, against ${name}`, describeCounts(precept), describeCounts(baseline));
}

function describeCounts(counts: readonly number[]): ReadonlySet<string> {
  return new Set(counts.map((count, position) => `${policyPatterns[position]?.id}: ${count} matches`));
}

/** Times the evaluation of one file, from text to violations: the median and the 99th percentile. */
function fileRows({ texts }: SourceFiles): readonly Row[] {
  const decide = createDecider();
  for (const text of texts) decide(text);
  const times = texts
    .map((text) => {
      const start = performance.now();
      decide(text);
      return performance.now() - start;
    })
    .toSorted((left, right) => left - right);
  const row = (what: string, share: number, milliseconds: number): Row => {
    const time = times[Math.floor(times.length * share)] ?? Number.NaN;
    return {
      bench: "policies",
      what,
      precept: formatTime(time),
      baseline: formatTime(milliseconds),
      against: "a fixed time",
      ratio: time / milliseconds,
      goal: { kind: "times", limit: 1 },
    };
  };
  return [row("  decide on one file (≤ 300 KB), warm: the median", 0.5, 1), row("  … the 99th percentile", 0.99, 10)];
}

function createDecider(): (text: string) => unknown {
  const documents = policyPatterns.map(({ id, source, flags }) => ({
    id,
    severity: "HIGH",
    message: "Found {match}.",
    match: { pattern: source, flags },
  }));
  const policies = parsePolicies(JSON.stringify(documents)).policies.map(({ policy }) => policy);
  const candidates = createCandidateFinder(() => policies.flatMap((policy) => patternOf(policy) ?? []));
  const runner = createBoundedRunner();
  return (text) =>
    evaluate(policies, { text, file: "src/file.ts" }, { hash: (value) => hash("sha256", value), runner, candidates });
}

function rowOf({ bytes: size, texts }: SourceFiles, against: string, measured: Measured, times: number): Row {
  const speed = (milliseconds: number) => `${formatTime(milliseconds)}, ${(size / 1000 / milliseconds).toPrecision(3)} MB/s`;
  return {
    bench: "policies",
    what: `${policyPatterns.length} policies, ${formatCount(texts.length)} source files (${formatBytes(size)}), one thread`,
    precept: speed(measured.precept),
    baseline: speed(measured.baseline),
    against,
    ratio: measured.timeRatio,
    goal: { kind: "faster", limit: times },
  };
}

function skippedRow(): Row {
  const skipped = "ripgrep does not run on this machine";
  return { bench: "policies", what: "  … against ripgrep", precept: "", baseline: "", against: "ripgrep", skipped };
}

async function timeOf(work: () => unknown): Promise<number> {
  globalThis.gc?.();
  const start = performance.now();
  await work();
  return performance.now() - start;
}
