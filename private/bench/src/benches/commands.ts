import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import {
  createCandidateFinder,
  evaluate,
  parseCommands,
  parsePolicies,
  prefilterPatternsOf,
  type Policy,
} from "@precept/governance";
import { createBoundedRunner } from "@precept/enforcement/runner";
import { formatTime, type Row } from "../report.ts";

const starters = join(import.meta.dirname, "../../../../packages/governance/policies");

/** A policy that asks for a command, so that each text with the name of its program is parsed. */
const parsing = `
id: BENCH-DELETE
severity: CRITICAL
message: Deletes.
match:
  command: { program: [rm, git, docker, npm, kubectl], flags: [[-r, -R, --recursive], [-f, --force]] }
`;

const templates = [
  "npm test -- --run src/file-%.test.ts",
  "git commit -m 'Fix the total of cart %' && git push origin topic-%",
  "git log --oneline -n % | head -20",
  "cd packages/p% && npx tsc -p tsconfig.json",
  "grep -rn \"total%\" src --include='*.ts' | sort | uniq -c",
  "find . -name '*.log' -mtime +% -exec rm {} \\;",
  'docker run --rm -v "$PWD":/app -w /app node:22 npm ci',
  'for f in a b c; do echo "$f %"; done',
  "curl -fsSL https://example.com/%.json | jq '.items[] | .id'",
  "cat <<EOF > notes-%.md\nrm -rf is not run here\nEOF",
  "kubectl get pods -n shop-% -o json",
  "rm -rf node_modules/pkg-%",
  "python3 -c 'print(%)'",
  "ls -la",
];
const commands = Array.from(
  { length: 1000 },
  (_, index) => templates[index % templates.length]?.replaceAll("%", String(index)) ?? "",
);

/** Times the parsing of 1,000 commands, and their check against all starters with one more policy that has a command. */
export async function benchCommands(): Promise<readonly Row[]> {
  const files = readdirSync(starters).filter((name) => name.endsWith(".yaml"));
  const all = files.flatMap((name) =>
    parsePolicies(readFileSync(join(starters, name), "utf8"), name).policies.map(({ policy }) => policy),
  );
  const withoutCommands = all.filter(({ match }) => match.commands.length === 0);
  const parsed = [...all, ...parsePolicies(parsing).policies.map(({ policy }) => policy)];
  const [searched, checked, read] = [timesOf(checkOf(withoutCommands)), timesOf(checkOf(parsed)), timesOf(parseCommands)];
  const shares = [
    ["the median", 0.5],
    ["the 99th percentile", 0.99],
  ] as const;
  return shares.flatMap(([what, share]) => {
    const against = percentileOf(searched, share);
    const baseline = {
      baseline: formatTime(against),
      against: `patterns only, ${withoutCommands.length} policies`,
    };
    const rowOf = (measured: string, time: number): Row => ({
      bench: "commands",
      what: `${measured}, warm: ${what}`,
      precept: formatTime(time),
      ...baseline,
      ratio: time / against,
    });
    return [
      rowOf("parse one command", percentileOf(read, share)),
      rowOf(`check one command against all ${parsed.length} policies, parsed`, percentileOf(checked, share)),
    ];
  });
}

function percentileOf(times: readonly number[], share: number): number {
  return times[Math.floor(times.length * share)] ?? Number.NaN;
}

function checkOf(policies: readonly Policy[]): (text: string) => unknown {
  const candidates = createCandidateFinder(() => policies.flatMap(prefilterPatternsOf));
  const runner = createBoundedRunner();
  return (text) => evaluate(policies, { text, kind: "command" }, { hash: (value) => hash("sha256", value), runner, candidates });
}

function timesOf(run: (text: string) => unknown): readonly number[] {
  for (const text of commands) run(text);
  return commands
    .map((text) => {
      const start = performance.now();
      run(text);
      return performance.now() - start;
    })
    .toSorted((left, right) => left - right);
}
