import type { WrittenRule } from "@precept/contract";
import { PreceptError, toWireRule, type Rule, type StoredRule, type Tenant, type WireRule } from "@precept/core";
import { storeOfRule, type TenantStores } from "@precept/workspace";
import { tenantOf, type NamedTenant } from "../../access/tenant.ts";
import { namesEntityTag, toEntityTag } from "../../http/entity-tag.ts";
import type { Reply, RequestContext } from "../handler.ts";
import { positionAfterWrite, positionHeaders } from "./positions.ts";

/** Runs work with the stores of a request's tenant. @throws PreceptError `FORBIDDEN`, `PROJECT_UNKNOWN` */
export async function withTenantStores<Result>(
  context: RequestContext,
  named: NamedTenant,
  work: (target: TenantStores) => Promise<Result>,
): Promise<Result> {
  const tenant = await tenantOf(context, named);
  const { workspace } = context.project;
  return workspace.withStores(tenant, async (stores) => work({ workspace, tenant, stores }));
}

/** Returns the revision that was read. @throws PreceptError `RULE_CONFLICT` if an `If-Match` header does not name it */
export function expectedRevision({ rule, revision }: Pick<StoredRule, "rule" | "revision">, { header }: RequestContext): string {
  const condition = header("if-match");
  if (condition === undefined || namesEntityTag(condition, toEntityTag(revision), "strong")) return revision;
  throw new PreceptError("RULE_CONFLICT", { id: rule.id, expected: condition, actual: revision });
}

/** Replies with a rule and its revision. */
export async function replyWithRule(
  { rule, revision }: StoredRule,
  { workspace, tenant }: TenantStores,
): Promise<Reply<WireRule>> {
  const toWire = await createRuleWriter(workspace, tenant, rule.name);
  return { body: toWire(rule), headers: { etag: toEntityTag(revision) } };
}

/** Replies with a rule after a write of its store, with the position of the write. */
export async function replyWithWritten(stored: StoredRule, target: TenantStores): Promise<Reply<WrittenRule>> {
  const { body, headers } = await replyWithRule(stored, target);
  const position = await positionAfterWrite(storeOfRule(target.stores, stored.rule));
  return { body: { ...body, position }, headers: { ...headers, ...positionHeaders(position) } };
}

/**
 * Returns a function that converts rules to their wire format, with the status that they have for a tenant.
 *
 * @param name the name of these rules. Default: they have any name.
 */
export async function createRuleWriter(
  workspace: TenantStores["workspace"],
  tenant: Tenant,
  name?: string,
): Promise<(rule: Rule) => WireRule> {
  const filter = { tenant, status: ["superseded"] as const, ...(name !== undefined && { name }) };
  const superseded = new Set((await workspace.list(filter)).map(keyOf));
  return (rule) => toWireRule(rule, superseded.has(keyOf(rule)) ? { status: "superseded" } : {});
}

function keyOf({ id, origin }: Rule): string {
  return JSON.stringify([origin.store, id]);
}
