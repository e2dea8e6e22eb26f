import type { EnforceAnswer, ProjectRoutes } from "@precept/api";
import { findPolicy, type EnforcedDecision } from "@precept/enforcement";
import { toWireEnforcedDecision } from "@precept/governance";
import { readStoredSession } from "../../access/agent-session.ts";
import { toViolations } from "../../events/violation-events.ts";
import type { Handler, RequestContext } from "../handler.ts";
import { actorOf, checkRollback, toOwnedEffects, type Actor } from "./actor.ts";
import { toCheckOptions, toSubjects } from "./check.ts";

export const enforcePolicies: Handler<ProjectRoutes["enforcePolicies"]> = async ({ body }, context) => {
  const { rollback, fix, tool_use: toolUse, explain } = body;
  checkRollback(context, rollback);
  const actor = actorOf(context, body);
  const decision = await context.project.workspace.policies.enforce(toSubjects(body.subjects), {
    ...(await toCheckOptions(context, body)),
    session: actor.session,
    agent: actor.agent,
    rollback,
    fix,
    ...(toolUse !== undefined && { toolUse }),
  });
  return { body: answerTo(decision, actor, explain, context) };
};

export const reportViolation: Handler<ProjectRoutes["reportViolation"]> = async ({ body }, context) => {
  const { rule_id: id, file, line, column, kind, text, phase, rollback, tool_use: toolUse } = body;
  checkRollback(context, rollback);
  const actor = actorOf(context, body);
  const { policies } = context.project.workspace;
  await findPolicy(policies, id);
  const location = {
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(kind !== undefined && { kind }),
    ...(text !== undefined && { text }),
  };
  const decision = await policies.report(id, location, {
    signal: context.signal,
    session: actor.session,
    agent: actor.agent,
    rollback,
    ...(phase !== undefined && { phase }),
    ...(toolUse !== undefined && { toolUse }),
  });
  return { body: answerTo(decision, actor, true, context) };
};

/** Publishes the violations, and converts the decision to the answer. */
function answerTo(decision: EnforcedDecision, actor: Actor, explains: boolean, { project }: RequestContext): EnforceAnswer {
  const violator = { ...readStoredSession(actor.session), user: actor.userId ?? null, agent: actor.agent };
  project.events.publishViolations(actor.userId, toViolations(decision, violator, new Date().toISOString()));
  return { ...toWireEnforcedDecision(decision, explains), soft_hooks: toOwnedEffects(decision.softHooks) };
}
