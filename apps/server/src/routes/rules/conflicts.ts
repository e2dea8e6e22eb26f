import type { ProjectRoutes } from "@precept/contract";
import { findConflicts } from "@precept/lint";
import { toWireStoreReport, type Conflict, type Rule } from "@precept/core";
import { tenantOf } from "../../access/tenant.ts";
import type { Handler } from "../handler.ts";

export const listConflicts: Handler<ProjectRoutes["listConflicts"]> = async ({ query }, context) => {
  const tenant = await tenantOf(context, query);
  const { workspace } = context.project;
  // Rules of different sessions never apply together.
  const rules = (await workspace.list({ tenant })).filter(({ origin }) => origin.session === undefined);
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return {
    body: {
      conflicts: findConflicts(rules).map((conflict) => ({
        kind: conflict.kind,
        names: [...conflict.names],
        scopes: conflict.ids.map((id) => byId.get(id)?.scope ?? ""),
        ids: [...conflict.ids],
        winner: conflict.winner ?? null,
        detail: conflict.detail,
        resolution: describeResolution(conflict, byId),
      })),
      stores: workspace.rulebook.stores({ tenant }).map(toWireStoreReport),
    },
  };
};

function describeResolution({ winner, ids }: Conflict, rules: ReadonlyMap<string, Rule>): string {
  const rule = winner === undefined ? undefined : rules.get(winner);
  if (rule === undefined) return ids.length === 1 ? "The rule applies." : "All of these rules apply.";
  return `Only the rule of ${rule.scope} scope applies: ${rule.origin.path ?? rule.id}.`;
}
