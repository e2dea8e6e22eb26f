import { findPolicy } from "@precept/enforcement";
import { phasesOf, effectivePriorityOf, toWirePolicy, type GovernanceTables, type Policy } from "@precept/governance";
import type { Call, CommandResult } from "../../define.ts";
import type { Style } from "../../terminal/style.ts";
import { viewFields } from "../../terminal/table.ts";
import { printable } from "../../terminal/text.ts";

export async function showPolicy({ workspace, args }: Call): Promise<CommandResult> {
  const [id = ""] = args;
  const policy = await findPolicy(workspace.policies, id);
  const source = (await workspace.policies.sourceOf(id)) ?? "";
  const tables = await workspace.policies.tables();
  return {
    json: { policy: toWirePolicy(policy), source },
    text: (style) => viewPolicy(policy, source, tables, style),
  };
}

function viewPolicy(policy: Policy, source: string, tables: GovernanceTables, style: Style): string {
  const { match, fix, tests, metadata } = policy;
  const { priority, action } = effectivePriorityOf(policy, tables, undefined);
  const description = metadata["description"];
  const fields: readonly (readonly [string, string | undefined])[] = [
    ["description", typeof description === "string" ? description : undefined],
    ["severity", `${policy.severity}, ${priority}, ${action}`],
    ["category", policy.category],
    ["version", policy.version],
    ["mode", policy.enabled ? policy.mode : "off"],
    ["phases", phasesOf(policy, tables).join(", ")],
    ["pattern", match.pattern === undefined ? undefined : `/${match.pattern}/${match.flags}`],
    ["unless", joined(match.unless.map(({ source: expression, flags }) => `/${expression}/${flags}`))],
    ["valid as", joined(match.validAs ?? [])],
    ["entropy", match.minEntropy === undefined ? undefined : `at least ${match.minEntropy} bits per character`],
    ["keywords", joined(match.keywords)],
    ["files", joined(match.filePatterns)],
    ["context", Object.keys(match.contextFilter).length === 0 ? undefined : JSON.stringify(match.contextFilter)],
    ["message", policy.message],
    ["suggestion", policy.suggestion],
    ["fix", fix === undefined ? undefined : JSON.stringify(fix.replacement)],
    ["tests", `${tests.valid.length} valid, ${tests.invalid.length} invalid`],
    ["from", source],
  ];
  const known = fields.flatMap(([name, value]) => (value === undefined ? [] : [[name, printable(value)] as const]));
  return `${[style.bold(printable(policy.id)), ...viewFields(known, style)].join("\n")}\n`;
}

function joined(list: readonly string[]): string | undefined {
  return list.length === 0 ? undefined : list.join(", ");
}
