import { toWireDiagnostic } from "@precept/core";
import { effectivePriorityOf, toWirePolicy, type GovernanceTables, type Policy } from "@precept/governance";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { isSerious, viewDiagnostics } from "../../terminal/diagnostics.ts";
import type { Style } from "../../terminal/style.ts";
import { columns } from "../../terminal/table.ts";
import { count, printable } from "../../terminal/text.ts";

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
    code: exitCodes.ok,
    json: {
      policies: listed.map(({ policy, source = null }) => ({ ...toWirePolicy(policy), source })),
      diagnostics: diagnostics.map(toWireDiagnostic),
    },
    text: (style) =>
      [...viewPolicies(listed, tables, style), ...viewDiagnostics(diagnostics.filter(isSerious), style)]
        .map((line) => `${line}\n`)
        .join(""),
  };
}

function viewPolicies(listed: readonly Listed[], tables: GovernanceTables, style: Style): readonly string[] {
  if (listed.length === 0) return ["No policies. Add starter policies with `precept init --policies all`."];
  const header = ["policy", "severity", "handler", "mode", "from"].map((heading) => style.dim(heading));
  const rows = listed.map(({ policy, source = "" }) => {
    const { action } = effectivePriorityOf(policy, tables, undefined);
    const mode = policy.enabled ? policy.mode : "off";
    const id = mode === "enforce" ? style.green(printable(policy.id)) : style.dim(printable(policy.id));
    return [id, policy.severity, action, mode, style.dim(printable(source))];
  });
  return [...columns([header, ...rows], style), "", count(listed.length, "policy", "policies")];
}
