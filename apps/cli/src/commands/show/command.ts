import { describeReason, describeSkip, toWireDiagnostic, toWireRule, type Rule } from "@precept/core";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { readRequest } from "../../request.ts";
import { viewRule, type Verdict } from "./view.ts";

export async function show(call: Call): Promise<CommandResult> {
  const { workspace, settings, args } = call;
  const rule = await workspace.get(args[0] ?? "");
  const namesakes = (await workspace.list({ name: rule.name })).filter((other) => other !== rule);
  const verdict = settings.files.length === 0 ? undefined : await judge(rule, call);
  const diagnostics = (await workspace.diagnostics()).filter(({ file }) => file !== undefined && file === rule.origin.path);
  return {
    code: exitCodes.ok,
    json: { rule: toWireRule(rule), ...verdict, diagnostics: diagnostics.map(toWireDiagnostic) },
    text: (style) => viewRule({ rule, namesakes, verdict, diagnostics }, style),
  };
}

async function judge(rule: Rule, { workspace, settings, terminal }: Call): Promise<Verdict> {
  const { matched, skipped } = await workspace.resolve(await readRequest({}, settings, terminal));
  const skip = skipped.find((one) => one.rule === rule);
  if (skip !== undefined) return { applies: false, reason: describeSkip(skip.reason) };
  const match = matched.find((one) => one.rule === rule);
  return match === undefined
    ? { applies: false, reason: "it changed in the meantime" }
    : { applies: true, reason: describeReason(match.reason, match.matchedFiles) };
}
