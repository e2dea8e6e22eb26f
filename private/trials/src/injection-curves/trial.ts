import { hash } from "node:crypto";
import { evaluate, parsePolicies, readHookPayload, type Policy } from "@precept/governance";
import { hookPayloadOf, type Action } from "@precept/agent-actions";
import { starterPolicies } from "@precept/governance/starters";
import { isHeldOut, readSources } from "../foreign-actions/read-sources.ts";
import type { Round } from "../trial.ts";
import { readPages, readRuleFiles } from "./read-texts.ts";

const thresholds = [4, 6, 8, 9, 10, 11, 12, 14, 16];

/** Texts of one kind, and how the share of those that are found is written. */
interface Texts {
  readonly name: string;
  readonly per: 100 | 1000;
  readonly actions: readonly Action[];
}

/**
 * Prints, for each threshold of INJECT-SIGNS, how many injections of `PRECEPT_ACTIONS` it finds and how many harmless texts:
 * pages of dependencies as results of a tool, and the rule files in the directories of `PRECEPT_RULE_FILES` (separated by
 * colons) as results too. The last lines are the other policies about injections, of which most deny.
 */
export function runRound(): Promise<Round> {
  const { PRECEPT_ACTIONS: directory, PRECEPT_RULE_FILES: rules } = process.env;
  if (directory === undefined) return Promise.resolve({ counts: { "rounds without PRECEPT_ACTIONS": 1 }, failures: [] });
  const { signs, others } = readPolicies();
  const texts = [...injections(directory), ...harmless(rules)];
  const lines = thresholds.map((atLeast) => lineOf(`at least ${atLeast}`, [withThreshold(signs, atLeast)], texts));
  return Promise.resolve({
    counts: { texts: texts.flatMap(({ actions }) => actions).length },
    failures: [],
    notes: [
      texts.map(({ name, per, actions }) => `${name}: ${actions.length}, per ${per}`).join("; "),
      ...lines,
      lineOf("the other policies", others, texts),
      ...others.map((policy) =>
        lineOf(
          policy.id,
          [policy],
          texts.filter(({ per }) => per === 1000),
        ),
      ),
    ],
  });
}

function readPolicies(): { readonly signs: Policy; readonly others: readonly Policy[] } {
  const all = parsePolicies(starterPolicies["prompt-injection"] ?? "", "prompt-injection.yaml").policies.map(
    ({ policy }) => policy,
  );
  const signs = all.find(({ id }) => id === "INJECT-SIGNS");
  if (signs === undefined) throw new Error("There is no policy INJECT-SIGNS.");
  return { signs, others: all.filter(({ id, sequence }) => id !== signs.id && sequence === undefined) };
}

function withThreshold(policy: Policy, atLeast: number): Policy {
  const { match } = policy;
  return { ...policy, match: { ...match, ...(match.score !== undefined && { score: { ...match.score, atLeast } }) } };
}

function injections(directory: string): readonly Texts[] {
  const sources = readSources(directory).filter(({ name, isHarmless }) => !isHarmless && / (?:prompt|page)$/.test(name));
  return sources.flatMap(({ name, actions }) => [
    { name, per: 100, actions: actions.filter((one) => !isHeldOut(one)).map(({ action }) => action) },
    { name: `${name} (set aside)`, per: 100, actions: actions.filter(isHeldOut).map(({ action }) => action) },
  ]);
}

function toResult(text: string): Action {
  return { type: "result", tool: "Read", text };
}

function harmless(rules: string | undefined): readonly Texts[] {
  return [
    { name: "pages of dependencies", per: 1000, actions: readPages().map(toResult) },
    { name: "rule files", per: 100, actions: readRuleFiles(rules?.split(":") ?? []).map(toResult) },
  ];
}

function lineOf(name: string, policies: readonly Policy[], texts: readonly Texts[]): string {
  const shares = texts.map(({ name: of, per, actions }) => {
    const found = actions.filter((action) => isFound(policies, action)).length;
    return `${of} ${((per * found) / Math.max(1, actions.length)).toFixed(per === 100 ? 0 : 1)}`;
  });
  return `${name}: ${shares.join("; ")}`;
}

function isFound(policies: readonly Policy[], action: Action): boolean {
  const read = readHookPayload(hookPayloadOf(action, "/home/dev/shop"));
  return (
    read?.subjects.some(
      (subject) =>
        evaluate(policies, subject, {
          context: read.context,
          hash: (text) => hash("sha256", text),
          inlineSuppressions: false,
          maxViolations: 100,
        }).violations.length > 0,
    ) === true
  );
}
