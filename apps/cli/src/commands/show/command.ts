import { describeReason, describeSkip, PreceptError, toWireDiagnostic, toWireRule, type Rule } from "@precept/core";
import { describeEvidence, evidenceOf, readResults } from "@precept/evals/results";
import type { Call, CommandResult } from "../../define.ts";
import { readRequest } from "../../request.ts";
import { tenantOf } from "../../rules/tenant.ts";
import { viewRule, type ShownRule, type Verdict } from "./view.ts";

export async function show(call: Call<{ readonly allTenants?: boolean }>): Promise<CommandResult> {
  const { workspace, settings, args, options } = call;
  const [name = ""] = args;
  const { rule, namesakes } = await (options.allTenants === true ? findInAll(call, name) : findVisible(call, name));
  const verdict = settings.files.length === 0 ? undefined : await judge(rule, call);
  const diagnostics = (await workspace.diagnostics()).filter(({ file }) => file !== undefined && file === rule.origin.path);
  const evidence = evidenceOf(rule, await readResults(workspace.root));
  return {
    json: {
      rule: toWireRule(rule),
      ...verdict,
      ...(evidence !== undefined && { eval: evidence }),
      diagnostics: diagnostics.map(toWireDiagnostic),
    },
    text: (style) => viewRule({ rule, namesakes, verdict, evidence: evidence && describeEvidence(evidence), diagnostics }, style),
  };
}

type FoundRules = Pick<ShownRule, "rule" | "namesakes">;

async function findVisible(call: Call, name: string): Promise<FoundRules> {
  const tenant = tenantOf(call);
  const rule = await call.workspace.get(name, { tenant });
  const namesakes = await call.workspace.list({ name: rule.name, tenant });
  return { rule, namesakes: namesakes.filter((other) => other !== rule) };
}

/**
 * Finds a rule of any project and user. No rule takes precedence over one of another project or user, so the name must
 * be unique.
 *
 * @throws PreceptError `RULE_NOT_FOUND`, `RULE_AMBIGUOUS`
 */
async function findInAll({ workspace }: Call, name: string): Promise<FoundRules> {
  const rules = await workspace.listAll();
  const byId = rules.filter(({ id, origin }) => id === name || origin.path === name);
  const [rule, ...others] = byId.length > 0 ? byId : rules.filter((one) => one.name === name);
  if (rule === undefined) throw new PreceptError("RULE_NOT_FOUND", { name, known: [] });
  if (others.length > 0) throw new PreceptError("RULE_AMBIGUOUS", { name, ids: [rule, ...others].map(({ id }) => id) });
  return { rule, namesakes: rules.filter((other) => other !== rule && other.name === rule.name) };
}

async function judge(rule: Rule, { workspace, settings, terminal }: Call): Promise<Verdict> {
  const { matched, skipped } = await workspace.resolve(await readRequest({}, settings, terminal), { countUse: false });
  const skip = skipped.find((one) => isSame(one.rule, rule));
  if (skip !== undefined) return { applies: false, reason: describeSkip(skip.reason) };
  const match = matched.find((one) => isSame(one.rule, rule));
  return match === undefined
    ? { applies: false, reason: "it changed in the meantime" }
    : { applies: true, reason: describeReason(match.reason, match.matchedFiles) };
}

function isSame(left: Rule, right: Rule): boolean {
  return left.id === right.id && left.origin.store === right.origin.store;
}
