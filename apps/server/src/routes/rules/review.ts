import { PreceptError, toWireRule, toWireStoreReport } from "@precept/core";
import { decideReview, findReviewItems } from "@precept/workspace";
import { assertMayWrite } from "../../access/may-write.ts";
import type { Handlers } from "../handler.ts";
import { withTenantStores } from "./stored-rules.ts";

const day = 24 * 3_600_000;

/** Rules that a person should decide about. */
export const reviewHandlers = {
  listReview: async ({ query }, context) =>
    withTenantStores(context, query, async (target) => {
      const options = { now: new Date().toISOString(), unusedFor: query.unused_days * day };
      const items = (await findReviewItems(target, options)).map(({ rule, similar, ...item }) => ({
        ...item,
        rule: toWireRule(rule),
        similar: similar.map((one) => ({ ...one, rule: toWireRule(one.rule) })),
      }));
      return { body: { items, stores: target.workspace.rulebook.stores({ tenant: target.tenant }).map(toWireStoreReport) } };
    }),
  decideReview: async ({ query, body }, context) =>
    withTenantStores(context, query, async (target) => {
      const now = new Date().toISOString();
      // A client may have listed rules that were not used for a shorter time.
      const items = await findReviewItems(target, { now, unusedFor: 0 });
      const item = items.find(({ key }) => key === body.key);
      if (item === undefined) throw new PreceptError("REVIEW_ITEM_UNKNOWN", { key: body.key });
      const rule = await decideReview(target, item, body.decision, {
        now,
        content: body.content,
        signal: context.signal,
        assertMayWrite: (one) => assertMayWrite(context, target.tenant, one),
      });
      return { body: { rule: toWireRule(rule) } };
    }),
} satisfies Partial<Handlers>;
