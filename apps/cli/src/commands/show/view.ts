import type { Diagnostic, Rule } from "@precept/core";
import { viewDiagnostics } from "../../terminal/diagnostics.ts";
import { printable, type Style } from "../../terminal/text.ts";
import { viewFields } from "../../terminal/layout.ts";

export interface Verdict {
  readonly applies: boolean;
  readonly reason: string;
}

export interface ShownRule {
  readonly rule: Rule;
  readonly namesakes: readonly Rule[];
  readonly verdict: Verdict | undefined;
  /** What the last eval of the rule showed. */
  readonly evidence?: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export function viewRule({ rule, namesakes, verdict, evidence, diagnostics }: ShownRule, style: Style): string {
  const { origin } = rule;
  const optional: readonly (readonly [string, string | undefined])[] = [
    ["description", rule.description],
    ["globs", rule.globs.join(", ")],
    ["inside", origin.base],
    ["priority", String(rule.priority)],
    ["authority", rule.authority === "default" ? "" : rule.authority],
    ["override", rule.override ? "true" : ""],
    ["enabled", rule.enabled ? "" : "false"],
    ["category", rule.category],
    ["contexts", rule.contexts.join(", ")],
    ["targets", rule.targets.join(", ")],
    ["project", rule.projectId],
    ["user", rule.userId],
    ["tags", rule.tags.join(", ")],
    ["conditions", rule.conditions === undefined ? "" : JSON.stringify(rule.conditions)],
    ["source", rule.source],
    ["version", rule.version === 1 ? "" : String(rule.version)],
    ["replaces", rule.replaces.join(", ")],
    ["metadata", Object.keys(rule.metadata).length === 0 ? "" : JSON.stringify(rule.metadata)],
    ["dialect", origin.dialect],
    ["file", origin.path],
    ["id", rule.id],
    ["same name", namesakes.map(({ id }) => id).join(", ")],
    ["eval", evidence],
    ["applies", verdict === undefined ? "" : `${verdict.applies ? "yes" : "no"}: ${verdict.reason}`],
  ];
  const fields = optional.flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, printable(value)] as const],
  );
  return [
    style.bold(style.green(printable(rule.name))),
    ...viewFields([["scope", rule.scope], ["inclusion", rule.inclusion], ...fields], style),
    ...viewDiagnostics(diagnostics, style),
    "",
    ...rule.content
      .trimEnd()
      .split(/\r\n|\r|\n/)
      .map(printable),
    "",
  ].join("\n");
}
