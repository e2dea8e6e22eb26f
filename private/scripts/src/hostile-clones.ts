import { parseArgs } from "node:util";
import { timedOut, tryRepository, type Finding } from "../../e2e/src/hostile/try-commands.ts";

// Runs random commands in thousands of hostile repositories. No command may read, write or run anything outside the project, or take longer than
// ten seconds.
//
//   node --conditions=@precept/source private/scripts/src/hostile-clones.ts --combinations 5000 --seed 1

const { values } = parseArgs({
  options: {
    combinations: { type: "string", default: "5000" },
    commands: { type: "string", default: "8" },
    seed: { type: "string", default: "1" },
    limit: { type: "string", default: "10000" },
    once: { type: "boolean", default: false },
  },
});
const commands = Number(values.commands);
const repositories = Math.ceil(Number(values.combinations) / commands);
const first = Number(values.seed);
const findings: Finding[] = [];
const codes = new Map<number, number>();
let slowest = 0;
const started = performance.now();
for (let number = 0; number < repositories; number += 1) {
  const seed = first + number;
  const options = { commands, limit: Number(values.limit) };
  let trial = await tryRepository(seed, options);
  // On a busy machine any command may time out, so a timeout counts only if it happens twice, unless --once is given.
  if (!values.once && trial.findings.some(({ failure }) => failure === timedOut)) trial = await tryRepository(seed, options);
  for (const finding of trial.findings) {
    findings.push(finding);
    console.error(`seed ${finding.seed}: precept ${finding.call.join(" ")}\n  ${finding.failure}`);
  }
  for (const code of trial.codes) codes.set(code, (codes.get(code) ?? 0) + 1);
  slowest = Math.max(slowest, trial.slowest);
  if ((number + 1) % 50 === 0) console.error(`${number + 1} of ${repositories} repositories, ${findings.length} findings`);
}
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
const byCode = [...codes].toSorted(([left], [right]) => left - right).map(([code, count]) => `${count} × exit ${code}`);
console.log(
  `${repositories * commands} combinations in ${minutes} minutes: ${byCode.join(", ")}; the slowest took ${Math.round(slowest)} ms`,
);
console.log(findings.length === 0 ? "Nothing was read, written or run outside." : `${findings.length} findings.`);
process.exitCode = findings.length === 0 ? 0 : 1;
