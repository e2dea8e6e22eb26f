import { toWireDiagnostic } from "@precept/core";
import { effectivePriorityOf, toWirePolicy, type GovernanceTables, type Policy } from "@precept/governance";
import type { Call, CommandResult } from "../../define.ts";
import { isSerious, viewDiagnostics } from "../../terminal/diagnostics.ts";
import type { Style } from "../../terminal/style.ts";
import { viewTable } from "../../terminal/table.ts";
import { asLines, count, printable } from "../../terminal/text.ts";

/** A policy, and the file that defines it. */
interface Listed {
  readonly policy: Policy;
  readonly source: string | undefined;
}

export async function listPolicies({ workspace: { policies } }: Call): Promise<CommandResult> {
  const listed = await Promise.all(
    (await policies.list()).map(async (policy) => ({ policy, source: await policies.sourceOf(policy.id) })),
  );
  const [diagnostics, tables] = [await policies.diagnostics(), await policies.tables()];
  return {
    json: {
      policies: listed.map(({ policy, source = null }) => ({ ...toWirePolicy(policy), source })),
      diagnostics: diagnostics.map(toWireDiagnostic),
    },
    text: (style) => asLines([...viewPolicies(listed, tables, style), ...viewDiagnostics(diagnostics.filter(isSerious), style)]),
  };
}

function viewPolicies(listed: readonly Listed[], tables: GovernanceTables, style: Style): readonly string[] {
  if (listed.length === 0) return ["No policies. Add starter policies with `precept init --policies all`."];
  const rows = listed.map(({ policy, source = "" }) => {
    const { action } = effectivePriorityOf(policy, tables, undefined);
    const mode = policy.enabled ? policy.mode : "off";
    const id = mode === "enforce" ? style.green(printable(policy.id)) : style.dim(printable(policy.id));
    return [id, policy.severity, action, mode, style.dim(printable(source))];
  });
  return [
    ...viewTable(["policy", "severity", "handler", "mode", "from"], rows, style),
    "",
    count(listed.length, "policy", "policies"),
  ];
}
