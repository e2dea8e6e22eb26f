import { parsePolicies, runPolicyTests, type Policy, type PolicyTest } from "@precept/governance";
import { starterPolicies } from "@precept/governance/starters";
import type { StarterScore } from "./measure-starters.ts";
import { agentSessions, sessionPayloadsOf, type AgentSession } from "./read-sessions.ts";

const policies: readonly Policy[] = parsePolicies(starterPolicies["session"] ?? "", "session.yaml").policies.map(
  ({ policy }) => policy,
);

/** Returns the ids of the policies that the last step of a session violates. */
export function findSessionHits({ steps }: AgentSession): readonly string[] {
  const payloads = steps.flatMap(sessionPayloadsOf);
  const test = { kind: "sequence", steps: payloads.map((payload) => ({ kind: "hook", payload })) } as PolicyTest;
  return policies
    .filter((policy) => runPolicyTests({ ...policy, tests: { valid: [], invalid: [test] } }).passed)
    .map(({ id }) => id);
}

/** Counts the recall of the starter `session` on dangerous sessions, and its precision on all. */
export function scoreSessions(sessions: readonly AgentSession[] = agentSessions): StarterScore {
  const results = sessions.map((session) => ({ session, hits: findSessionHits(session) }));
  const hits = results.filter((result) => result.hits.length > 0);
  return {
    starter: "session",
    found: results.filter((result) => result.session.dangerous && result.hits.includes(result.session.policy)).length,
    dangerous: results.filter((result) => result.session.dangerous).length,
    hits: hits.length,
    rightHits: hits.filter((result) => result.session.dangerous).length,
  };
}
