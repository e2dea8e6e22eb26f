import { toWireDiagnostic, type Diagnostic } from "@precept/core";
import { findPolicy } from "@precept/enforcement";
import { lacksTests, type PolicyTestReport } from "@precept/governance";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { countDiagnostics, viewDiagnostics } from "../../terminal/diagnostics.ts";
import type { Style } from "../../terminal/style.ts";
import { count, printable } from "../../terminal/text.ts";

/** The options of `policies test`. */
export interface TestOptions {
  readonly strict?: boolean;
}

export async function testPolicies({ workspace: { policies }, args, options }: Call<TestOptions>): Promise<CommandResult> {
  const [id] = args;
  if (id !== undefined) await findPolicy(policies, id);
  const reports = await policies.test(id);
  const diagnostics = id === undefined ? (await policies.diagnostics()).filter(({ severity }) => severity === "error") : [];
  const untested = new Set((await policies.list()).filter(lacksTests).map((policy) => policy.id));
  const lacking = reports.filter(({ policy }) => untested.has(policy)).map(({ policy }) => policy);
  const isOk =
    diagnostics.length === 0 && reports.every(({ passed }) => passed) && (options.strict !== true || lacking.length === 0);
  return {
    code: isOk ? exitCodes.ok : exitCodes.findings,
    json: {
      policies: reports.map(({ policy, passed, results }) => ({
        rule_id: policy,
        passed,
        results: results.map(({ detail = null, ...result }) => ({ ...result, detail })),
      })),
      without_tests: lacking,
      diagnostics: diagnostics.map(toWireDiagnostic),
    },
    text: (style) => viewReports(reports, lacking.length, diagnostics, style),
  };
}

/** @param lacking the number of policies without tests. */
function viewReports(
  reports: readonly PolicyTestReport[],
  lacking: number,
  diagnostics: readonly Diagnostic[],
  style: Style,
): string {
  const lines = reports.flatMap(({ policy, results }) => {
    const failed = results.filter(({ outcome }) => outcome !== "passed");
    const verdict =
      results.length === 0 ? style.yellow("no tests") : failed.length === 0 ? style.green("passed") : style.red("failed");
    const numbers = results.length === 0 ? "" : style.dim(`  ${results.length - failed.length} of ${results.length}`);
    const details = failed.map(
      ({ list, index, outcome, detail = "" }) =>
        `    ${list} ${index + 1}: ${outcome}${detail === "" ? "" : `, ${printable(detail)}`}`,
    );
    return [`${verdict}  ${printable(policy)}${numbers}`, ...details];
  });
  const failed = reports.filter(({ passed }) => !passed).length;
  const tests = reports.reduce((sum, { results }) => sum + results.length, 0);
  const policies = count(reports.length, "policy", "policies");
  const outcome = [
    failed === 0 ? "all passed" : `${failed} failed`,
    ...(lacking === 0 ? [] : [`${lacking} without tests`]),
    ...(diagnostics.length === 0 ? [] : [`${countDiagnostics(diagnostics)} in policies that are not active`]),
  ];
  return `${[...lines, ...viewDiagnostics(diagnostics, style), `${count(tests, "test")} of ${policies}: ${outcome.join(", ")}`].join("\n")}\n`;
}
