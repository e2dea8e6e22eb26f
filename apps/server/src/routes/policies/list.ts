import type { ProjectRoutes, RouteOutput } from "@precept/contract";
import { toWireDiagnostic } from "@precept/core";
import { findPolicy } from "@precept/enforcement";
import { isCheckedIn, toWirePolicy, type Policy } from "@precept/governance";
import type { Workspace } from "@precept/workspace";
import type { Handler } from "../handler.ts";

export const listPolicies: Handler<ProjectRoutes["listPolicies"]> = async ({ query }, { project: { workspace } }) => {
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
};

export const getPolicy: Handler<ProjectRoutes["getPolicy"]> = async ({ params }, { project: { workspace } }) => ({
  body: await toPolicy(workspace, await findPolicy(workspace.policies, params.policy)),
});

async function toPolicy({ policies }: Workspace, policy: Policy): Promise<RouteOutput<ProjectRoutes["getPolicy"]>> {
  return { ...toWirePolicy(policy), source: (await policies.sourceOf(policy.id)) ?? null };
}
