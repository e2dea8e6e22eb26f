import type { ProjectRoutes } from "@precept/contract";
import { assertOwnReplacements, findStoredRule } from "@precept/workspace";
import { assertMayWrite } from "../../access/may-write.ts";
import type { Handler } from "../handler.ts";
import { expectedRevision } from "./expected-revision.ts";
import { applyFields, fieldsOf, hasFields } from "./rule-fields.ts";
import { replyWithRule } from "./rule-reply.ts";
import { withTenantStores } from "./with-tenant-stores.ts";

export const updateRule: Handler<ProjectRoutes["updateRule"]> = async ({ params, query, body }, context) =>
  withTenantStores(context, query, async (target) => {
    const { store, stored } = await findStoredRule(target, params.rule, query);
    assertMayWrite(context, target.tenant, stored.rule);
    const revision = expectedRevision(stored, context);
    const fields = fieldsOf(body);
    if (hasFields(stored.rule, fields)) return replyWithRule(stored, target);
    const changed = applyFields(stored.rule, fields);
    assertOwnReplacements(changed);
    const { reason } = body;
    return replyWithRule(await store.save(changed, { revision, reason, signal: context.signal }), target);
  });
