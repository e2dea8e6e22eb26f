import { withoutUndefined } from "@precept/core";
import type { EnforceAnswer } from "@precept/contract";
import { findPolicy, type EnforcedDecision, type EnforceOptions, type ReportViolationOptions } from "@precept/enforcement";
import { toWireEnforcedDecision, type ReportedLocation, type Subject } from "@precept/governance";
import { readStoredSession } from "../../access/agent-session.ts";
import { signalsOfPrincipal } from "../../access/principal.ts";
import { toViolations } from "../../events/violation-events.ts";
import type { Handlers, RequestContext } from "../handler.ts";
import { actorOf, checkRollback, toOwnedEffects, type Actor } from "./actor.ts";
import { toCheckOptions, toSubjects } from "./check.ts";

export const enforceHandlers = {
  enforcePolicies: async ({ body }, context) => {
    const { rollback, fix, tool_use: toolUse, explain } = body;
    checkRollback(context, rollback);
    const decision = await enforceSubjects(context, actorOf(context, body), toSubjects(body.subjects), {
      ...(await toCheckOptions(context, body)),
      rollback,
      fix,
      ...withoutUndefined({ toolUse }),
    });
    return { body: toAnswer(decision, explain) };
  },
  reportViolation: async ({ body }, context) => {
    const { rule_id: id, file, line, column, kind, text, phase, rollback, tool_use: toolUse } = body;
    checkRollback(context, rollback);
    const location = withoutUndefined({ file, line, column, kind, text });
    const decision = await reportOf(context, actorOf(context, body), id, location, {
      signal: context.signal,
      rollback,
      ...withoutUndefined({ phase, toolUse }),
    });
    return { body: toAnswer(decision, true) };
  },
} satisfies Partial<Handlers>;

/** Enforces the policies on what an agent does, and publishes the violations, over any protocol. */
export async function enforceSubjects(
  context: RequestContext,
  actor: Actor,
  subjects: readonly Subject[],
  options: Omit<EnforceOptions, "session" | "agent" | "signals">,
): Promise<EnforcedDecision> {
  const { session, agent } = actor;
  const signals = signalsOfPrincipal(context.principal);
  const decision = await context.project.workspace.policies.enforce(subjects, { ...options, session, agent, signals });
  publish(decision, actor, context);
  return decision;
}

/** Records a violation that was found elsewhere, and publishes it, over any protocol. */
export async function reportOf(
  context: RequestContext,
  actor: Actor,
  id: string,
  location: ReportedLocation,
  options: Omit<ReportViolationOptions, "session" | "agent">,
): Promise<EnforcedDecision> {
  const { policies } = context.project.workspace;
  await findPolicy(policies, id);
  const decision = await policies.report(id, location, { ...options, session: actor.session, agent: actor.agent });
  publish(decision, actor, context);
  return decision;
}

function publish(decision: EnforcedDecision, actor: Actor, { project }: RequestContext): void {
  const violator = { ...readStoredSession(actor.session), user: actor.userId ?? null, agent: actor.agent };
  project.events.publishViolations(actor.userId, toViolations(decision, violator, new Date().toISOString()));
}

function toAnswer(decision: EnforcedDecision, explains: boolean): EnforceAnswer {
  return { ...toWireEnforcedDecision(decision, explains), soft_hooks: toOwnedEffects(decision.softHooks) };
}
