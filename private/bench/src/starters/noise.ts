import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { createBoundedRunner } from "@precept/enforcement/runner";
import {
  createCandidateFinder,
  defaultTables,
  effectivePriorityOf,
  evaluate,
  parsePolicies,
  prefilterPatternsOf,
  type Policy,
} from "@precept/governance";
import { starterPolicies } from "@precept/governance/starters";
import { listFiles } from "@precept/testing";
import { formatCount } from "../report.ts";

const extensions = new Set([
  ".js",
  ".mjs",
  ".cjs",
  ".ts",
  ".mts",
  ".cts",
  ".tsx",
  ".jsx",
  ".md",
  ".sh",
  ".json",
  ".yaml",
  ".yml",
]);
const maxFileSize = 300_000;

/** What the starters report in code that others wrote. */
export interface Noise {
  readonly files: number;
  readonly lines: number;
  readonly policies: readonly PolicyNoise[];
}

interface PolicyNoise {
  readonly policy: Policy;
  readonly starter: string;
  hits: number;
  readonly samples: string[];
}

/**
 * Evaluates all starters on text files of a directory, in an order that mixes its packages, up to a number of lines: as files that `precept check` checks,
 * and as results of a tool that reads them.
 */
export async function measureNoise(directory: string, maxLines: number, samples: number): Promise<Noise> {
  const counts = new Map<string, PolicyNoise>();
  const policies: Policy[] = [];
  for (const [starter, text] of Object.entries(starterPolicies)) {
    for (const { policy } of parsePolicies(text, `${starter}.yaml`).policies) {
      policies.push(policy);
      counts.set(policy.id, { policy, starter, hits: 0, samples: [] });
    }
  }
  const runner = createBoundedRunner({ budget: 10_000, maxTime: 60_000 });
  const candidates = createCandidateFinder(() => policies.flatMap(prefilterPatternsOf));
  let lines = 0;
  let files = 0;
  for (const path of mixedFiles(directory)) {
    if (lines >= maxLines) break;
    const text = readFileSync(join(directory, path), "utf8");
    if (text.length > maxFileSize) continue;
    files += 1;
    lines += text.split("\n").length;
    const file = path.replace(/^.*node_modules\//, "");
    for (const kind of ["file", "result"] as const) {
      const options = { hash: (value: string) => hash("sha256", value), runner, candidates, context: { event: "check" } };
      for (const { policy, line, excerpt, match } of evaluate(policies, { text, file, kind }, options).violations) {
        const count = counts.get(policy);
        // Policies for any text find the same in both.
        if (count === undefined || (kind === "result" && !isForResults(count.policy))) continue;
        count.hits += 1;
        if (count.samples.length < samples)
          count.samples.push(`${file}:${line}: ${excerpt?.slice(0, 200)} [${match?.slice(0, 120)}]`);
      }
    }
  }
  return { files, lines, policies: [...counts.values()].filter(({ hits }) => hits > 0) };
}

/** Formats hits by policy, per 10,000 lines, and samples of each. */
export function describeNoise({ files, lines, policies }: Noise): string {
  const rate = (hits: number) => ((hits * 10_000) / lines).toFixed(2);
  const all = policies.reduce((sum, { hits }) => sum + hits, 0);
  const stops = policies.filter(({ policy }) => stopsAgents(policy)).reduce((sum, { hits }) => sum + hits, 0);
  return [
    `${formatCount(lines)} lines of open source in ${formatCount(files)} files: ${rate(all)} hits per 10,000 lines; ${((stops * 100_000) / lines).toFixed(2)} stops per 100,000 lines`,
    ...policies
      .toSorted((left, right) => right.hits - left.hits)
      .flatMap(({ policy, starter, hits, samples }) => [
        `  ${rate(hits).padStart(6)}  ${formatCount(hits).padStart(6)}  ${stopsAgents(policy) ? "stop" : "    "}  ${policy.id} (${starter})`,
        ...samples.map((sample) => `            ${sample.replaceAll("\n", "⏎")}`),
      ]),
  ].join("\n");
}

function isForResults({ match }: Policy): boolean {
  const subject = match.contextFilter["subject"];
  return subject === "result" || (Array.isArray(subject) && subject.includes("result") && !subject.includes("file"));
}

function stopsAgents(policy: Policy): boolean {
  return policy.mode !== "shadow" && effectivePriorityOf(policy, defaultTables, undefined).action === "TERMINATE";
}

function mixedFiles(directory: string): readonly string[] {
  const prefix = directory.length + 1;
  return [...listFiles(directory)]
    .filter((path) => extensions.has(extname(path)))
    .map((path) => path.slice(prefix))
    .map((path) => ({ path, key: hash("sha256", path) }))
    .toSorted((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ path }) => path);
}
