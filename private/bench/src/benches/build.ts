import { matchRules, RuleIndex } from "@precept/core";
import { compare } from "../measure.ts";
import { compileGlob, createPicomatchLoop } from "../picomatch-loop.ts";
import { formatCount, formatTime, type Row } from "../report.ts";
import { ResultMismatch, assertSameMembers } from "../result-mismatch.ts";
import { createWorkload } from "../workload.ts";

/** Times building the index of all rules, as opening a rulebook does. The second row includes the first answer, since parts of the index are built lazily. */
export async function benchBuild(): Promise<readonly Row[]> {
  const { rules, globs, files } = createWorkload();
  if (new RuleIndex(rules).size !== rules.length) throw new ResultMismatch("The index does not contain every rule.");
  const file = files[0] ?? "";
  const firstAnswer = () => matchRules(new RuleIndex(rules), { files: [file] }).matches;
  assertSameMembers(
    `The rules for ${file}`,
    new Set(firstAnswer().map((match) => match.rule.id)),
    createPicomatchLoop(rules).match([file]),
  );

  const build = await compare(
    () => new RuleIndex(rules),
    () => globs.map(compileGlob),
  );
  const answered = await compare(firstAnswer, () => globs.map(compileGlob).filter((isMatch) => isMatch(file)));
  const against = `picomatch compiles ${formatCount(globs.length)} patterns`;
  const row = (what: string, measured: typeof build): Row => ({
    bench: "build",
    what,
    precept: formatTime(measured.precept),
    baseline: formatTime(measured.baseline),
    against,
    ratio: measured.timeRatio,
    goal: { kind: "times", limit: 4 },
  });
  return [
    row(`build the index of ${formatCount(rules.length)} rules`, build),
    { ...row("  with the first match", answered), against: `${against}, and tries them` },
  ];
}
