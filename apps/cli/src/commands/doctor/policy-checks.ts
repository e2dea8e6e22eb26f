import { verifyLogsOf } from "@precept/audit-log";
import { lacksTests } from "@precept/governance";
import type { Workspace } from "@precept/workspace";
import { countDiagnostics, isSerious } from "../../terminal/diagnostics.ts";
import { count, printable } from "../../terminal/text.ts";
import { fail, ok, type Finding } from "./finding.ts";

/** Checks that every policy is active. */
export async function checkPolicies({ policies }: Workspace): Promise<Finding> {
  const what = "policies";
  const [active, diagnostics] = [await policies.list(), (await policies.diagnostics()).filter(isSerious)];
  const shadows = active.filter(({ mode, enabled }) => enabled && mode === "shadow").length;
  const failing = diagnostics.filter(({ code }) => code.startsWith("policy/test-")).length;
  const untested = active.filter(lacksTests).map(({ id }) => printable(id));
  const found = [
    active.length === 0 ? "none" : `${active.length} active`,
    ...(shadows > 0 ? [`${shadows} in shadow mode`] : []),
    ...(failing > 0 ? [count(failing, "failing test")] : []),
    ...(untested.length > 0 ? [`${untested.length} without tests (${untested.join(", ")})`] : []),
    ...(diagnostics.length > 0 ? [countDiagnostics(diagnostics)] : []),
  ].join(", ");
  if (diagnostics.length === 0) return ok(what, found);
  const level = diagnostics.some(({ severity }) => severity === "error") ? "fail" : "warn";
  return { level, what, found, fix: "Run `precept policies test` to see them." };
}

/** Checks that no entry of the audit log was modified. */
export async function checkAuditLog({ policies }: Workspace): Promise<Finding> {
  const what = "audit log";
  const { isIntact, reports } = await verifyLogsOf(await policies.auditLog());
  if (reports.length === 0) return ok(what, "no entries yet");
  const entries = reports.reduce((sum, report) => sum + report.entries, 0);
  const found = count(entries, "entry", "entries");
  if (isIntact) return ok(what, `${found}, intact`);
  return fail(what, `${found}, modified`, "Run `precept audit verify` to see what was modified.");
}
