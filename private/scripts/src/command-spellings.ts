import * as fc from "fast-check";
import { parseArgs } from "node:util";
import {
  commandPoliciesViolatedBy,
  dangerousCommands,
  mentionsOf,
  spellingsOf,
  verdictOf,
  violatedBy,
  type SpelledCommand,
} from "@precept/agent-actions";

// Writes dangerous commands in many spellings, and counts those that the starter policies see. Then mentions the commands without running them, and counts those
// that are seen nevertheless. The exit code is 1 if a spelling is not seen or a mention is.
//
//   node --conditions=@precept/source private/scripts/src/command-spellings.ts
//   node --conditions=@precept/source private/scripts/src/command-spellings.ts --count 1000 --seed 7 --show 20

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    show: { type: "string", default: "10" },
  },
});
const run = { numRuns: Number(values.count), seed: Number(values.seed) };
const commands = dangerousCommands();
console.log(`${commands.length} dangerous commands`);

const verdicts = fc.sample(spellingsOf(commands), run).map((spelled) => ({ spelled, verdict: verdictOf(spelled.text) }));
const missed = verdicts.flatMap(({ spelled, verdict }) => (verdict === "unseen" ? [spelled] : []));
const closed = verdicts.filter(({ verdict }) => verdict === "closed").length;
console.log(
  `${verdicts.length} spellings: ${verdicts.length - missed.length - closed} seen, ${closed} closed, ${missed.length} not seen`,
);
list(missed);

const mentioned = fc.sample(mentionsOf(commands), run);
const matched = mentioned.filter(({ text }) => commandPoliciesViolatedBy(text).length > 0);
const searched = mentioned.filter(({ text }) => verdictOf(text) !== "unseen").length - matched.length;
console.log(`${mentioned.length} mentions: ${matched.length} matched as commands, ${searched} only by patterns on text`);
const policies = Map.groupBy(
  matched.flatMap(({ text }) => commandPoliciesViolatedBy(text)),
  (id) => id,
);
for (const [id, { length }] of policies) console.log(`  ${length} × ${id}`);
list(matched);
process.exitCode = missed.length + matched.length === 0 ? 0 : 1;

/** Prints how often each way occurs, and the shortest texts. */
function list(found: readonly SpelledCommand[]): void {
  const counts = new Map<string, number>();
  for (const way of found.flatMap(({ ways }) => ways)) counts.set(way, (counts.get(way) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, left], [, right]) => right - left).slice(0, Number(values.show));
  for (const [way, count] of sorted) console.log(`  ${count} × ${way}`);
  const shortest = found.toSorted((left, right) => left.text.length - right.text.length).slice(0, Number(values.show));
  for (const { ways, text } of shortest)
    console.log(`  [${ways.join(", ")}] ${JSON.stringify(text)} ${violatedBy(text).join(", ")}`);
}
