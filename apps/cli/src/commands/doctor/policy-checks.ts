import type { Workspace } from "@precept/workspace";
import { countDiagnostics, isSerious } from "../../terminal/diagnostics.ts";
import { count } from "../../terminal/text.ts";
import type { Finding } from "./finding.ts";

/** Whether all policies are enforced. */
export async function checkPolicies({ policies }: Workspace): Promise<Finding> {
  const what = "policies";
  const [inForce, problems] = [await policies.list(), (await policies.diagnostics()).filter(isSerious)];
  const shadows = inForce.filter(({ mode, enabled }) => enabled && mode === "shadow").length;
  const failing = problems.filter(({ code }) => code.startsWith("policy/test-")).length;
  const found = [
    inForce.length === 0 ? "none" : `${inForce.length} in force`,
    ...(shadows > 0 ? [`${shadows} in shadow mode`] : []),
    ...(failing > 0 ? [`${failing} of their tests ${failing === 1 ? "fails" : "fail"}`] : []),
    ...(problems.length > 0 ? [countDiagnostics(problems)] : []),
  ].join(", ");
  if (problems.length === 0) return { level: "ok", what, found };
  const level = problems.some(({ severity }) => severity === "error") ? "fail" : "warn";
  return { level, what, found, fix: "`precept policies test` shows them." };
}

/** Whether anybody has changed what was written down. */
export async function checkAuditLog({ policies }: Workspace): Promise<Finding> {
  const what = "audit log";
  const { violations, softHooks } = await policies.auditLog();
  const reports = [await violations.verify(), await softHooks.verify()].filter((report) => report !== undefined);
  if (reports.length === 0) return { level: "ok", what, found: "nothing was written down yet" };
  const entries = reports.reduce((sum, report) => sum + report.entries, 0);
  const found = count(entries, "entry", "entries");
  if (reports.every(({ isIntact }) => isIntact)) return { level: "ok", what, found: `${found}, none of them changed` };
  return {
    level: "fail",
    what,
    found: `${found}, and not as they were written`,
    fix: "`precept audit verify` shows what was changed.",
  };
}
