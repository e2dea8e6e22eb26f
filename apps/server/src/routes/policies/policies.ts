import type { RouteOutput, ProjectRoutes } from "@precept/contract";
import { PreceptError, toWireDiagnostic } from "@precept/core";
import { findPolicy, type Registrant } from "@precept/enforcement";
import { isCheckedIn, toWirePolicy, type Policy } from "@precept/governance";
import type { Workspace } from "@precept/workspace";
import { assertRole } from "../../access/principal.ts";
import { userOf } from "../../access/tenant.ts";
import type { Handlers, RequestContext } from "../handler.ts";

export const policyHandlers = {
  listPolicies: async ({ query }, { project: { workspace } }) => {
    const { policies } = workspace;
    const { severity, phase, category, mode } = query;
    const tables = await policies.tables();
    const found = (await policies.list()).filter(
      (policy) =>
        (severity === undefined || policy.severity === severity) &&
        (category === undefined || policy.category === category) &&
        (mode === undefined || policy.mode === mode) &&
        (phase === undefined || isCheckedIn(policy, tables, phase)),
    );
    return {
      body: {
        policies: await Promise.all(found.map((policy) => toPolicy(workspace, policy))),
        diagnostics: (await policies.diagnostics()).map(toWireDiagnostic),
      },
    };
  },
  getPolicy: async ({ params }, { project: { workspace } }) => {
    const policy = await findPolicy(workspace.policies, params.policy);
    return { body: { ...(await toPolicy(workspace, policy)), yaml: await workspace.policies.textOf(policy.id) } };
  },
  deletePolicy: async ({ params }, context) => {
    const { policies } = context.project.workspace;
    const { id } = await findPolicy(policies, params.policy);
    const origin = await policies.originOf(id);
    const by = registrantOf(context);
    const isOwn = origin?.kind === "registered" && origin.by?.client === by.client;
    if (!isOwn) assertRole(context.principal, "admin", "Deleting a policy of others");
    await policies.remove(id, by);
    return { body: undefined };
  },
  validatePolicies: async ({ body: { rule } }, { project: { workspace } }) => {
    const { accepted, diagnostics } = await workspace.policies.validate(rule);
    const reports = await workspace.policies.test(accepted);
    return {
      body: {
        valid: accepted.length > 0 && diagnostics.every(({ severity }) => severity !== "error"),
        rule_ids: accepted.map(({ id }) => id),
        tests: reports.flatMap(({ policy, results }) =>
          results.map(({ list, index, outcome, detail = null }) => ({ rule_id: policy, list, index, outcome, detail })),
        ),
        diagnostics: diagnostics.map(toWireDiagnostic),
      },
    };
  },
  registerPolicies: async ({ body: { rule, save } }, context) => {
    if (save) assertRole(context.principal, "admin", "Saving policies");
    const { policies } = context.project.workspace;
    const { accepted, diagnostics } = await policies.register(rule, { save, by: registrantOf(context) });
    if (accepted.length === 0) throw new PreceptError("POLICIES_REFUSED", { diagnostics });
    return {
      body: {
        accepted: diagnostics.every(({ severity }) => severity !== "error"),
        rule_ids: accepted.map(({ id }) => id),
        diagnostics: diagnostics.map(toWireDiagnostic),
      },
    };
  },
} satisfies Partial<Handlers>;

async function toPolicy(
  { policies }: Workspace,
  policy: Policy,
): Promise<RouteOutput<ProjectRoutes["listPolicies"]>["policies"][number]> {
  return { ...toWirePolicy(policy), source: (await policies.sourceOf(policy.id)) ?? null };
}

/** Returns who registers policies: the token and the user. Without tokens, all requests come from one client. */
export function registrantOf(context: RequestContext): Pick<Registrant, "client" | "user"> {
  const { tokenId } = context.principal;
  const user = userOf(context, undefined);
  const client = tokenId === undefined ? "local" : `token:${tokenId}`;
  return { client: user === undefined ? client : `${client} user:${user}`, ...(user !== undefined && { user }) };
}
