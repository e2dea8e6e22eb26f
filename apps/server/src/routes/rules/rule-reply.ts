import { toWireRule, type Rule, type RuleStatus, type StoredRule, type Tenant, type WireRule } from "@precept/core";
import type { TenantStores } from "@precept/workspace";
import { toEntityTag } from "../../http/entity-tag.ts";
import type { Reply, RequestContext } from "../handler.ts";

type Workspace = TenantStores["workspace"];

/** Returns the reply with one rule and its revision. */
export async function replyWithRule(
  { rule, revision }: StoredRule,
  { workspace, tenant }: TenantStores,
): Promise<Reply<WireRule>> {
  const toWire = await createRuleWriter(workspace, tenant);
  return { body: toWire(rule), headers: { etag: toEntityTag(revision) } };
}

/** Returns a function that converts rules to their wire format, with the status that they have for a tenant. */
export async function createRuleWriter(workspace: Workspace, tenant: Tenant): Promise<(rule: Rule) => WireRule> {
  const superseded = new Set((await workspace.list({ tenant, status: ["superseded"] })).map(keyOf));
  return (rule) => toWireRule(rule, superseded.has(keyOf(rule)) ? { status: "superseded" satisfies RuleStatus } : {});
}

/** Returns the path of a rule for the client of a request, who may have named a user and a project. */
export function pathOfRule(
  { id }: Rule,
  { basePath }: RequestContext,
  named: { readonly user_id?: string | null | undefined; readonly project_id?: string | null | undefined },
): string {
  const query = new URLSearchParams();
  for (const name of ["user_id", "project_id"] as const) if (typeof named[name] === "string") query.set(name, named[name]);
  return `${basePath}/rules/${encodeURIComponent(id)}${query.size === 0 ? "" : `?${query.toString()}`}`;
}

function keyOf({ id, origin }: Rule): string {
  return JSON.stringify([origin.store, id]);
}
