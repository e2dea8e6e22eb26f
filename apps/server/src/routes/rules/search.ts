import type { ProjectRoutes } from "@precept/contract";
import { toWireStoreReport, type LegScores } from "@precept/core";
import { tenantOf } from "../../access/tenant.ts";
import type { Handler } from "../handler.ts";
import { filterOf } from "./rule-filter.ts";
import { createRuleWriter } from "./rule-reply.ts";

export const searchRules: Handler<ProjectRoutes["searchRules"]> = async ({ body }, context) => {
  const tenant = await tenantOf(context, body);
  const { workspace } = context.project;
  const { text, mode, limit, cursor, min_scores: minScores, status = ["active"] } = body;
  if (body.tool !== undefined) await workspace.checkTool(body.tool, { tenant });
  const found = await workspace.search(
    {
      text,
      mode,
      limit,
      filter: filterOf({ ...body, status }, tenant),
      ...(cursor !== undefined && cursor !== null && { cursor }),
      ...(minScores !== undefined && { minScores: minScores as LegScores }),
    },
    { signal: context.signal },
  );
  const toWire = await createRuleWriter(workspace, tenant);
  return {
    body: {
      results: found.hits.map(({ stored, score, scores }) => ({ rule: toWire(stored.rule), score, scores: { ...scores } })),
      total: found.total,
      next_cursor: found.cursor ?? null,
      mode_used: found.modeUsed,
      degraded: found.degraded ?? null,
      is_cut: found.isCut,
      stores: workspace.rulebook.stores({ tenant }).map(toWireStoreReport),
    },
  };
};
