import { hash } from "node:crypto";
import {
  createCandidateFinder,
  evaluate,
  parsePolicies,
  prefilterPatternsOf,
  readHookPayload,
  type Policy,
  type Violation,
} from "@precept/governance";
import { starterPolicies } from "@precept/governance/starters";
import type { AgentAction } from "./agent-action.ts";
import { hookPayloadOf } from "./hook-payload.ts";

/** A policy that an action violates, the starter that contains it, and what it does about the violation. */
export interface Hit {
  readonly starter: string;
  readonly policy: string;
  readonly effect: Violation["action"];
}

/** How well one starter tells dangerous actions from harmless ones. */
export interface StarterScore {
  readonly starter: string;
  /** The number of its dangerous actions that it finds, and of all of them. */
  readonly found: number;
  readonly dangerous: number;
  /** The number of actions with a violation of this starter, dangerous or not, and how many of them are dangerous. */
  readonly hits: number;
  readonly rightHits: number;
}

/** An action, and what all starters find in it. */
export interface ActionHits {
  readonly action: AgentAction;
  readonly hits: readonly Hit[];
}

const starters = Object.entries(starterPolicies).flatMap(([starter, text]) =>
  parsePolicies(text, `${starter}.yaml`).policies.map(({ policy }) => ({
    starter,
    policy: { ...policy, mode: "enforce" as const },
  })),
);
const policies: readonly Policy[] = starters.map(({ policy }) => policy);
const cwd = "/home/dev/shop";
const candidates = createCandidateFinder(() => policies.flatMap(prefilterPatternsOf));

/**
 * Evaluates all starter policies for actions, as a hook before or after the action does. Shadow policies count.
 *
 * @param files the files of the project, by path. Default: none.
 */
export function findHits(actions: readonly AgentAction[], files: Readonly<Record<string, string>> = {}): readonly ActionHits[] {
  const starterOf = new Map(starters.map(({ starter, policy }) => [policy.id, starter]));
  return actions.map((action) => {
    const read = readHookPayload(hookPayloadOf(action.action, cwd));
    if (read === undefined || read.subjects.length === 0) throw new Error(`${action.id} contains no text to check.`);
    const options = {
      context: read.context,
      hash: (text: string) => hash("sha256", text),
      inlineSuppressions: false,
      candidates,
      project: { root: cwd, readFile: (path: string) => (Object.hasOwn(files, path) ? files[path] : undefined) },
    };
    const violations = read.subjects.flatMap((subject) => evaluate(policies, subject, options).violations);
    const effects = new Map(violations.map(({ policy, action: effect }) => [policy, effect]));
    const hits = [...effects].map(([policy, effect]) => ({ policy, effect, starter: starterOf.get(policy) ?? "" }));
    return { action, hits };
  });
}

/** Counts, for each starter that actions name, its recall on its own dangerous actions and its precision on all actions. */
export function scoreStarters(results: readonly ActionHits[]): readonly StarterScore[] {
  const named = new Set(results.map(({ action }) => action.starter));
  return [...named].map((starter) => {
    const isHit = ({ hits }: ActionHits) => hits.some((hit) => hit.starter === starter);
    const own = results.filter(({ action }) => action.dangerous && action.starter === starter);
    const hits = results.filter(isHit);
    return {
      starter,
      found: own.filter(isHit).length,
      dangerous: own.length,
      hits: hits.length,
      rightHits: hits.filter(({ action }) => action.dangerous).length,
    };
  });
}
