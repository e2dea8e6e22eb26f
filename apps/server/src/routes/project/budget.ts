import { hash } from "node:crypto";
import { toWireReference, type Rule, type TokenCounter } from "@precept/core";
import { findReadLimits } from "@precept/mdc-compat";
import { detectTools, type Workspace } from "@precept/workspace";
import { tenantOf } from "../../access/tenant.ts";
import type { Handlers } from "../handler.ts";
import { createRuleWriter } from "../rules/stored-rules.ts";

export const budgetHandlers = {
  getBudget: async ({ query }, context) => {
    const tenant = await tenantOf(context, query);
    const { workspace } = context.project;
    const [rules, counter, toWire] = await Promise.all([
      workspace.list({ tenant }),
      workspace.tokenCounter(),
      createRuleWriter(workspace, tenant),
    ]);
    return {
      body: {
        token_counter: counter.id,
        tokens_estimated: !counter.isExact,
        rules: rules.map((rule) => ({ ...toWireReference(rule), status: toWire(rule).status, ...sizeOf(rule, counter) })),
        tools: query.tools === "true" ? await readTools(workspace, tenant.userId) : [],
      },
    };
  },
} satisfies Partial<Handlers>;

function sizeOf({ content }: Rule, counter: TokenCounter) {
  return { content_sha256: hash("sha256", content), characters: content.length, tokens: counter.count(content) };
}

/** What each tool of the project itself reads for a request without files. */
async function readTools(workspace: Workspace, user: string | undefined) {
  const tools = [];
  for (const { tool, path } of await detectTools(workspace)) {
    const { resolution } = await workspace.seeAs(tool.id, { user });
    tools.push({
      tool: tool.id,
      title: tool.title,
      path: path ?? null,
      limits: findReadLimits(tool.id).map(({ max, unit, appliesTo, effect, description }) => ({
        max,
        unit,
        applies_to: appliesTo === "allRules" ? ("all_rules" as const) : ("each_rule" as const),
        effect: effect ?? null,
        description,
      })),
      rules: resolution.totals.applied,
      characters: resolution.totals.characters,
      tokens: resolution.totals.tokens,
      dropped: resolution.dropped.length,
    });
  }
  return tools;
}
