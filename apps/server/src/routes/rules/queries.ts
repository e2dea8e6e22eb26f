import { checkText, findConflicts } from "@precept/lint";
import {
  formatNumber,
  parseNativeRule,
  resolve,
  RuleIndex,
  toWireDiagnostic,
  toWireStoreReport,
  withoutUndefined,
  type Conflict,
  type Diagnostic,
  type LegScores,
  type Rule,
  type RuleFilter,
  type Tenant,
} from "@precept/core";
import { dialectsNamed } from "@precept/transfer";
import type { Workspace } from "@precept/workspace";
import { tenantOf } from "../../access/tenant.ts";
import type { Handlers } from "../handler.ts";
import { pageRules } from "./page-rules.ts";
import { printForTools } from "./print-for-tools.ts";
import { createRuleWriter } from "./stored-rules.ts";

/** The length of a text, in UTF-16 code units, above which it gets a warning. */
const largeText = 100_000;

/** The text is not from a file, but the parser needs a name for its locations. */
const fileName = "rule.md";

/** Lists, searches and checks of rules. */
export const ruleQueryHandlers = {
  listRules: async ({ query }, context) => {
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
        stores: storesOf(workspace, tenant),
      },
    };
  },
  searchRules: async ({ body }, context) => {
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
        stores: storesOf(workspace, tenant),
      },
    };
  },
  listConflicts: async ({ query }, context) => {
    const tenant = await tenantOf(context, query);
    const { workspace } = context.project;
    // Rules of different sessions never apply together.
    const rules = (await workspace.list({ tenant })).filter(({ origin }) => origin.session === undefined);
    const byId = new Map(rules.map((rule) => [rule.id, rule]));
    return {
      body: {
        conflicts: findConflicts(rules).map((conflict) => ({
          kind: conflict.kind,
          name: conflict.names[0] ?? "",
          names: [...conflict.names],
          scopes: conflict.ids.map((id) => byId.get(id)?.scope ?? ""),
          ids: [...conflict.ids],
          winner: conflict.winner ?? null,
          detail: conflict.detail,
          resolution: describeResolution(conflict, byId),
        })),
        stores: storesOf(workspace, tenant),
      },
    };
  },
  reloadRules: async ({ query }, context) => {
    const { workspace } = context.project;
    const tenant = await tenantOf(context, query);
    await workspace.reload({ signal: context.signal });
    const { length: count } = await workspace.list({ tenant });
    return { body: { message: "All rules were read again.", count, stores: storesOf(workspace, tenant) } };
  },
  validateRule: async ({ body: { content, tools } }, { project }) => {
    const parsed = parseNativeRule({ text: content, path: fileName, file: fileName });
    const diagnostics: readonly Diagnostic[] = [
      ...parsed.diagnostics.map(({ file: _file, ...others }) => others),
      ...checkText(content),
    ];
    const messages = (isError: boolean): string[] =>
      diagnostics.filter(({ severity }) => (severity === "error") === isError).map(describe);
    const errors = messages(true);
    const large = `The text has ${formatNumber(content.length)} characters. Texts of more than ${formatNumber(largeText)} take much of a prompt.`;
    return {
      body: {
        valid: errors.length === 0,
        errors,
        warnings: [...messages(false), ...(content.length > largeText ? [large] : [])],
        diagnostics: diagnostics.map(toWireDiagnostic),
        outputs: parsed.draft === undefined ? [] : await printForTools(project.workspace, parsed.draft, dialectsNamed(tools)),
      },
    };
  },
} satisfies Partial<Handlers>;

/** The fields by which requests filter rules, by their names on the wire. */
type WireRuleFilter = {
  readonly [Field in Exclude<keyof RuleFilter, "target" | "tenant" | "owner">]?: RuleFilter[Field] | undefined;
} & { readonly tool?: string | undefined };

/** Returns the filter of a request, for the rules that a tenant can see. */
function filterOf(wire: WireRuleFilter, tenant: Tenant): RuleFilter {
  const { scope, inclusion, name, status, category, authority, context, tool: target, tags, enabled } = wire;
  return {
    ...withoutUndefined({ scope, inclusion, name, status, category, authority, context, target, tags, enabled }),
    tenant,
  };
}

/** The rules that apply to files. Not an agent's request: it is not traced, not counted and has no budget. */
async function namesFor(files: readonly string[], workspace: Workspace, tenant: Tenant): Promise<string[]> {
  const request = { files, ...withoutUndefined({ project: tenant.projectId, user: tenant.userId }) };
  const { order } = workspace.settings.answer;
  const index = new RuleIndex(await workspace.list({ tenant }));
  const { applied } = resolve(index, request, withoutUndefined({ order }), { root: workspace.root });
  return applied.map(({ rule }) => rule.name);
}

function storesOf({ rulebook }: Workspace, tenant: Tenant) {
  return rulebook.stores({ tenant }).map(toWireStoreReport);
}

function describeResolution({ winner, ids }: Conflict, rules: ReadonlyMap<string, Rule>): string {
  const rule = winner === undefined ? undefined : rules.get(winner);
  if (rule === undefined) return ids.length === 1 ? "The rule applies." : "All of these rules apply.";
  return `Using ${rule.scope} scope (highest priority): ${rule.origin.path ?? rule.id}.`;
}

function describe({ line, message }: Diagnostic): string {
  return line === undefined ? message : `line ${line}: ${message}`;
}
