import { matchRules, RuleIndex } from "@precept/core";
import { compare } from "../measure.ts";
import { compileGlob, createPicomatchLoop } from "../picomatch-loop.ts";
import { formatTime, type Row } from "../report.ts";
import { DifferentAnswers, requireSameMembers } from "../same-answer.ts";
import { createWorkload } from "../workload.ts";

/** Building the index of all rules, as opening a rulebook does. The second row has the first answer in it, so that nothing hides in laziness. */
export async function benchBuild(): Promise<readonly Row[]> {
  const { rules, globs, files } = createWorkload();
  if (new RuleIndex(rules).size !== rules.length) throw new DifferentAnswers("The index does not hold every rule.");
  const file = files[0] ?? "";
  const firstAnswer = () => matchRules(new RuleIndex(rules), { files: [file] }).matches;
  requireSameMembers(
    `The rules for ${file}`,
    new Set(firstAnswer().map((match) => match.rule.id)),
    createPicomatchLoop(rules).match([file]),
  );

  const build = await compare(
    () => new RuleIndex(rules),
    () => globs.map(compileGlob),
  );
  const answered = await compare(firstAnswer, () => globs.map(compileGlob).filter((isMatch) => isMatch(file)));
  const against = `picomatch compiles ${globs.length} patterns`;
  const row = (what: string, measured: typeof build): Row => ({
    bench: "build",
    what,
    ours: formatTime(measured.ours),
    opponent: formatTime(measured.opponent),
    against,
    ratio: measured.timeRatio,
    hold: { kind: "times", limit: 4 },
  });
  return [
    row(`build the index of ${rules.length} rules`, build),
    { ...row("  with the first match", answered), against: `${against}, and tries them` },
  ];
}
