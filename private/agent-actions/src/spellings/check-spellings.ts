import { hash } from "node:crypto";
import {
  createCandidateFinder,
  evaluate,
  parsePolicies,
  prefilterPatternsOf,
  type PatternRunner,
  type Policy,
  type PolicyMatch,
  type Violation,
} from "@precept/governance";
import { starterPolicies } from "@precept/governance/starters";
import { agentActions } from "../list-actions.ts";

const policies: readonly Policy[] = Object.entries(starterPolicies).flatMap(([starter, text]) =>
  parsePolicies(text, `${starter}.yaml`).policies.map(({ policy }) => ({ ...policy, mode: "enforce" as const })),
);
const candidates = createCandidateFinder(() => policies.flatMap(prefilterPatternsOf));
/** The policies that ask for a command and search for no text. */
const ofCommands = new Set(policies.filter(({ match }) => asksOnlyForCommands(match)).map(({ id }) => id));

/** What the starters find in a command: `seen`, or only `closed`, because it could not be read. */
export function verdictOf(text: string): "seen" | "closed" | "unseen" {
  const violations = violationsOf(text);
  if (violations.some(({ indeterminate }) => indeterminate === undefined)) return "seen";
  return violations.length > 0 ? "closed" : "unseen";
}

/** The ids of the policies that a command violates. */
export function violatedBy(text: string): readonly string[] {
  return [...new Set(violationsOf(text).map(({ policy }) => policy))];
}

/** The ids of the policies about commands that a command violates. Other policies search for text, which a mention contains. */
export function commandPoliciesViolatedBy(text: string): readonly string[] {
  return violatedBy(text).filter((id) => ofCommands.has(id));
}

/** The dangerous commands of plain words that only policies about commands find, so that a mention of them is no violation. */
export function dangerousCommands(): readonly string[] {
  const commands = agentActions.flatMap(({ dangerous, action }) =>
    dangerous && action.type === "command" && /^[a-z][\w.-]+(?: [\w./:@%+,-]+)+$/.test(action.command) ? [action.command] : [],
  );
  return [...new Set(commands)].filter((command) => {
    const found = violatedBy(command);
    return found.length > 0 && found.every((id) => ofCommands.has(id));
  });
}

/** Evaluates all starters for a command. */
export function violationsOf(text: string, runner?: PatternRunner): readonly Violation[] {
  const options = { hash: (value: string) => hash("sha256", value), inlineSuppressions: false, candidates };
  return evaluate(policies, { kind: "command", text }, { ...options, ...(runner !== undefined && { runner }) }).violations;
}

function asksOnlyForCommands(match: PolicyMatch): boolean {
  const inner = [...match.all, ...match.any];
  if (match.pattern !== undefined || match.keywords.length > 0) return false;
  return (match.commands.length > 0 || inner.length > 0) && inner.every(asksOnlyForCommands);
}
