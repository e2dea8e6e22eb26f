import type { ProjectRoutes } from "@precept/contract";
import { resolve, RuleIndex, toWireStoreReport, type Tenant } from "@precept/core";
import type { Workspace } from "@precept/workspace";
import { tenantOf } from "../../access/tenant.ts";
import type { Handler } from "../handler.ts";
import { pageRules } from "./page-rules.ts";
import { filterOf } from "./rule-filter.ts";
import { createRuleWriter } from "./rule-reply.ts";

export const listRules: Handler<ProjectRoutes["listRules"]> = async ({ query }, context) => {
  const tenant = await tenantOf(context, query);
  const { workspace } = context.project;
  if (query.tool !== undefined) await workspace.checkTool(query.tool, { tenant });
  const rules = await workspace.list(filterOf({ ...query, tags: query.tag }, tenant));
  const page = pageRules(rules, query);
  const toWire = await createRuleWriter(workspace, tenant);
  return {
    body: {
      rules: page.rules.map(toWire),
      total: rules.length,
      next_cursor: page.next,
      triggered_rules: query.file === undefined ? null : await namesFor(query.file, workspace, tenant),
      stores: workspace.rulebook.stores({ tenant }).map(toWireStoreReport),
    },
  };
};

/**
 * The names of the rules that apply to files. No request of an agent, so that it is not traced, not counted and has no
 * budget.
 */
async function namesFor(files: readonly string[], workspace: Workspace, tenant: Tenant): Promise<string[]> {
  const { projectId: project, userId: user } = tenant;
  const request = { files, ...(project !== undefined && { project }), ...(user !== undefined && { user }) };
  const { order } = workspace.settings.answer;
  const index = new RuleIndex(await workspace.list({ tenant }));
  const { applied } = resolve(index, request, order === undefined ? {} : { order }, { root: workspace.root });
  return applied.map(({ rule }) => rule.name);
}
