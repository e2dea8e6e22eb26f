import { matchRules, RuleIndex } from "@precept/core";
import type { FirstMatch } from "../children/first-match.ts";
import { runChild } from "../children/run-child.ts";
import { compare, summarise, type Measured } from "../measure.ts";
import { createPicomatchLoop } from "../picomatch-loop.ts";
import { formatTime, type Row } from "../report.ts";
import { requireSameMembers } from "../same-answer.ts";
import { createWorkload } from "../workload.ts";

/** How many files a large change touches. */
const many = 200;

/** One file, then many, against 10 000 rules. Ours is the whole first step of resolving: files, gates, exclusions, reasons. */
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
    const ours = idsFor([file]);
    found += ours.size;
    requireSameMembers(`The rules for ${file}`, ours, loop.match([file]));
  }
  for (const batch of batches) requireSameMembers(`The rules for ${many} files`, idsFor(batch), loop.match(batch));

  const fileAt = (call: number) => [files[call % files.length] ?? ""];
  const batchAt = (call: number) => batches[call % batches.length] ?? [];
  const split = files.map((file) => [file.split("/")]);
  const one = await compare(
    (call) => matchRules(index, { files: fileAt(call) }),
    (call) => loop.match(fileAt(call)),
  );
  const walk = await compare(
    (call) => index.globs.match(split[call % split.length] ?? []),
    (call) => loop.match(fileAt(call)),
  );
  const some = await compare(
    (call) => matchRules(index, { files: batchAt(call) }),
    (call) => loop.match(batchAt(call)),
  );
  const against = `loop over ${globs.length} picomatch matchers`;
  const row = (what: string, measured: Measured): Row => ({
    bench: "match",
    what,
    ours: formatTime(measured.ours),
    opponent: formatTime(measured.opponent),
    against,
    ratio: measured.timeRatio,
  });
  const first = await firstMatch(1);
  const mean = Math.round(found / files.length);
  return [
    { ...row(`match 1 file, ${rules.length} rules (${mean} apply)`, one), hold: { kind: "faster", limit: 300 } },
    row("  of which finding the patterns", walk),
    row("  first match of a process", first),
    { ...row(`match ${many} files, ${rules.length} rules`, some), hold: { kind: "faster", limit: 100 } },
  ];
}

/** A process that answers once never gets to compiled code, on either side: it is a comparison of its own. */
async function firstMatch(files: number): Promise<Measured> {
  const pairs: FirstMatch[] = [];
  for (let run = 0; run < 7; run += 1) pairs.push(await runChild<FirstMatch>("first-match", [String(files)]));
  return summarise(pairs);
}
