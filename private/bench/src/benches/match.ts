import { matchRules, RuleIndex } from "@precept/core";
import type { FirstMatch } from "../children/first-match.ts";
import { runChild } from "../children/run-child.ts";
import { compare, summarise, type Measured } from "../measure.ts";
import { createPicomatchLoop } from "../picomatch-loop.ts";
import { formatCount, formatTime, type Row } from "../report.ts";
import { assertSameMembers } from "../result-mismatch.ts";
import { createWorkload } from "../workload.ts";

/** How many files a large change touches. */
const many = 200;

/** Times matching one file and many files against 10,000 rules: the patterns alone, and the whole match step with exclusions, preconditions and reasons. */
export async function benchMatch(): Promise<readonly Row[]> {
  const { rules, globs, files } = createWorkload();
  const index = new RuleIndex(rules);
  const loop = createPicomatchLoop(rules);
  const idsFor = (request: readonly string[]) =>
    new Set(matchRules(index, { files: request }).matches.map((match) => match.rule.id));

  const batches = Array.from({ length: Math.floor(files.length / many) }, (_, batch) =>
    files.slice(batch * many, (batch + 1) * many),
  );
  let found = 0;
  for (const file of files) {
    const precept = idsFor([file]);
    found += precept.size;
    assertSameMembers(`The rules for ${file}`, precept, loop.match([file]));
  }
  for (const batch of batches) assertSameMembers(`The rules for ${many} files`, idsFor(batch), loop.match(batch));

  const fileAt = (call: number) => [files[call % files.length] ?? ""];
  const batchAt = (call: number) => batches[call % batches.length] ?? [];
  const requests = { one: files.map((file) => split([file])), many: batches.map(split) };
  const patternsFor = (request: keyof typeof requests) => (call: number) =>
    Array.from(index.matchGlobs(requests[request][call % requests[request].length] ?? []));
  const loopFor = (at: (call: number) => readonly string[]) => (call: number) => loop.match(at(call));
  const stepFor = (at: (call: number) => readonly string[]) => (call: number) => matchRules(index, { files: at(call) });

  const row = (what: string, measured: Measured, limit?: number): Row => ({
    bench: "match",
    what,
    precept: formatTime(measured.precept),
    baseline: formatTime(measured.baseline),
    against: `loop over ${formatCount(globs.length)} picomatch matchers`,
    ratio: measured.timeRatio,
    ...(limit !== undefined && { goal: { kind: "faster", limit } }),
  });
  const mean = Math.round(found / files.length);
  return [
    row(
      `patterns of ${formatCount(rules.length)} rules that match 1 file`,
      await compare(patternsFor("one"), loopFor(fileAt)),
      75,
    ),
    row(`  … ${many} files`, await compare(patternsFor("many"), loopFor(batchAt)), 80),
    row(
      `rules that apply to 1 file (${mean} of ${formatCount(rules.length)})`,
      await compare(stepFor(fileAt), loopFor(fileAt)),
      10,
    ),
    row(`  … ${many} files`, await compare(stepFor(batchAt), loopFor(batchAt)), 25),
    row("  … 1 file, first call of a process", await firstMatch(1), 20),
  ];
}

function split(paths: readonly string[]): readonly (readonly string[])[] {
  return paths.map((path) => path.split("/"));
}

/** Times the first match of a process, which V8 runs before it compiles anything. */
async function firstMatch(files: number): Promise<Measured> {
  const pairs: FirstMatch[] = [];
  for (let run = 0; run < 7; run += 1) pairs.push(await runChild<FirstMatch>("first-match", [String(files)]));
  return summarise(pairs);
}
