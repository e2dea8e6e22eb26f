import { hasRole, projectRoutes } from "@precept/contract";
import { PreceptError, withoutUndefined, type Scope, type Tenant } from "@precept/core";
import {
  ruleEngineHostOf,
  ruleHostOf,
  contextHostOf,
  type HostActor,
  type PreceptHost,
  type PriorityQueue,
  type RuleEngineHost,
  type RuleWriter,
  type ContextHost,
} from "@precept/mcp";
import { forgetOwnRule } from "@precept/workspace";
import { assertMayWrite } from "../access/may-write.ts";
import { contextSessionOf, inContextSession, type NamedSession } from "../access/context-session.ts";
import { signalsOfPrincipal } from "../access/principal.ts";
import { tenantOf } from "../access/tenant.ts";
import { toInvalidInput, toInvalidParts } from "../problems/invalid-input.ts";
import type { RequestContext } from "../routes/handler.ts";
import { actorOf, type Actor } from "../routes/policies/actor.ts";
import { enforceSubjects, reportOf } from "../routes/policies/enforce.ts";
import { registrantOf } from "../routes/policies/policies.ts";
import { assertMayAdd, rememberRuleOfRequest } from "../routes/rules/add-rule.ts";
import { reachPresent } from "../routes/rules/positions.ts";
import { withTenantStores } from "../routes/rules/stored-rules.ts";
import type { CallGuard } from "./call-guard.ts";

/** What an MCP client says about itself, and what the server remembers about it. */
export interface McpClient {
  /** The name of its session. Undefined: it has none, so that it cannot have session rules. */
  readonly session: string | undefined;
  readonly tool: string | undefined;
  /** The type of its session. Undefined: it does not get the agent context. */
  readonly sessionType: NamedSession["session_type"] | undefined;
  readonly violations: PriorityQueue;
  /** Called after a rule was added for the session. */
  readonly onSessionRule: () => void;
}

/** Makes the host of a request, for what its principal may do. @throws PreceptError `REQUEST_INVALID`, `FORBIDDEN` */
export async function hostOfRequest(context: RequestContext, client: McpClient, calls: CallGuard): Promise<PreceptHost> {
  const tenant = await tenantOf(context, {});
  // Clients of MCP cannot send the position of their last write, which may have been at another server.
  await reachPresent(context.project.workspace, { tenant, signal: context.signal });
  const { session, sessionType, tool, violations } = client;
  const rules = ruleHostOf(context.project.workspace, {
    tenant,
    ...withoutUndefined({ session, tool }),
  });
  const writer = writerOf(context, tenant, client);
  return {
    rules: calls.guard({ ...rules, ...(writer !== undefined && { writer: calls.guard(writer) }) }),
    policies: calls.guard(policiesOf(context, client)),
    violations,
    ...(sessionType !== undefined && {
      context: calls.guard(contextOfRequest(context, { session_type: sessionType, session_id: session })),
    }),
  };
}

/** The scopes at which an agent may add rules, the default first. Global rules would apply to other projects. */
const scopes: readonly Scope[] = ["session", "project", "user"];

/** The source of the rules that agents add over MCP. */
const source = "mcp";

/** The writer for what the principal may add over REST. Undefined: nothing. */
function writerOf(context: RequestContext, tenant: Tenant, { session, onSessionRule }: McpClient): RuleWriter | undefined {
  if (!hasRole(context.principal.role, projectRoutes.createRule.role)) return undefined;
  const sessionOf = (scope: Scope): string | undefined => (scope === "session" ? session : undefined);
  const [first, ...others] = scopes.filter((scope) => mayAdd(context, tenant, scope, sessionOf(scope)));
  if (first === undefined) return undefined;
  return {
    scopes: [first, ...others],
    add: async ({ replaces, ...rule }, { signal = context.signal } = {}) =>
      withTenantStores(context, {}, async (target) => {
        const options = { author: "agent", session: sessionOf(rule.scope), signal } as const;
        const replaced = replaces === undefined ? [] : [replaces];
        const { outcome, stored } = await rememberRuleOfRequest(
          target,
          context,
          { ...rule, source },
          { ...options, replaces: replaced },
        );
        if (rule.scope === "session") onSessionRule();
        return { outcome, rule: stored.rule };
      }),
    forget: async (reference, { signal = context.signal } = {}) =>
      withTenantStores(context, {}, async (target) => {
        const by = { source, session, signal };
        const rule = await forgetOwnRule(target, reference, by, (found) => assertMayWrite(context, target.tenant, found));
        if (rule.scope === "session") onSessionRule();
        return rule;
      }),
  };
}

function mayAdd(context: RequestContext, tenant: Tenant, scope: Scope, session: string | undefined): boolean {
  try {
    assertMayAdd(context, tenant, scope, { session });
    return true;
  } catch (error) {
    if (PreceptError.is(error)) return false;
    throw error;
  }
}

/** The names of an agent, with the defaults and limits of REST. */
const actorSchema = projectRoutes.enforcePolicies.body.pick({ session: true, agent: true });

function policiesOf(context: RequestContext, { session }: McpClient): RuleEngineHost {
  const mayRegister = hasRole(context.principal.role, projectRoutes.registerPolicies.role);
  const toActor = ({ session: named = session, agent }: HostActor): Actor => {
    const { success, data, error } = actorSchema.safeParse({ session: named, agent });
    if (!success) throw toInvalidInput(toInvalidParts("json", error.issues));
    return actorOf(context, data);
  };
  // Sessions are stored with their user, so that the advice and the audit entries of other users cannot be named.
  const engine = ruleEngineHostOf(context.project.workspace, {
    mayRegister,
    signals: signalsOfPrincipal(context.principal),
    registrant: { ...registrantOf(context), ...(session !== undefined && { session }) },
    sessionOf: (actor) => toActor(actor).session,
  });
  return {
    ...engine,
    // The agent works on another machine, so that the working tree of the server is never rolled back.
    enforce: (subject, { session: named, agent, ...options }) =>
      enforceSubjects(context, toActor(withoutUndefined({ session: named, agent })), [subject], {
        ...options,
        fix: "plan",
        rollback: false,
      }),
    report: (id, location, { session: named, agent, only: _only, context: _context, ...options }) =>
      reportOf(context, toActor(withoutUndefined({ session: named, agent })), id, location, { ...options, rollback: false }),
  };
}

/** Makes the context host of a request. @throws PreceptError `FORBIDDEN` for a main session without the right to it. */
function contextOfRequest(context: RequestContext, named: NamedSession): ContextHost {
  const { workspace } = context.project;
  const { role } = context.principal;
  const session = contextSessionOf(context, named);
  const host = contextHostOf(workspace, { ...session, mayWrite: hasRole(role, projectRoutes.addDailyNote.role) });
  const { remember, note } = host;
  return {
    ...host,
    // Errors have the id of the session that the client knows.
    load: () => inContextSession(context, named, () => host.load()),
    ...(remember !== undefined && { remember: (entry) => inContextSession(context, named, () => remember(entry)) }),
    ...(note !== undefined && { note: (entry) => inContextSession(context, named, () => note(entry)) }),
  };
}
