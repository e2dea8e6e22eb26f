import { toWireDiagnostic, type Diagnostic } from "@precept/core";
import { findPolicy } from "@precept/enforcement";
import {
  effectivePriorityOf,
  findUnmeasuredThreshold,
  lacksTests,
  phasesOf,
  toWirePolicy,
  type GovernanceTables,
  type Policy,
  type PolicyTestReport,
} from "@precept/governance";
import { loadRuleChecks } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { countDiagnostics, isSerious, viewDiagnostics } from "../../terminal/diagnostics.ts";
import { asLines, count, printable, type Style } from "../../terminal/text.ts";
import { viewFields, viewTable } from "../../terminal/layout.ts";

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

interface ListedPolicy {
  readonly policy: Policy;
  readonly source: string | undefined;
}

function viewPolicies(listed: readonly ListedPolicy[], tables: GovernanceTables, style: Style): readonly string[] {
  if (listed.length === 0) return ["No policies. Add starter policies with `precept init --policies all`."];
  const rows = listed.map(({ policy, source = "" }) => {
    const { action } = effectivePriorityOf(policy, tables, undefined);
    const mode = policy.enabled ? policy.mode : "off";
    const id = mode === "enforce" ? style.green(printable(policy.id)) : style.dim(printable(policy.id));
    return [id, policy.severity, action, mode, style.dim(printable(source))];
  });
  const table = viewTable(["policy", "severity", "handler", "mode", "from"], rows, style);
  return [...table, "", count(listed.length, "policy", "policies")];
}

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
    ["syntax", match.syntax && `${joined(match.syntax.patterns) ?? ""} in ${match.syntax.languages.join(", ")}`],
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

export async function testPolicies({ workspace, args, options }: Call<{ readonly strict?: boolean }>): Promise<CommandResult> {
  const { policies } = workspace;
  const [id] = args;
  const checks = await loadRuleChecks(workspace, await workspace.list());
  const ofRules = checks.policies.filter((policy) => id === undefined || policy.id === id);
  if (id !== undefined && ofRules.length === 0) await findPolicy(policies, id);
  const reports = [...(await policies.test(id)), ...(ofRules.length === 0 ? [] : await policies.test(ofRules))];
  const problems = id === undefined ? [...(await policies.diagnostics()), ...checks.diagnostics] : [];
  const diagnostics = problems.filter(({ severity }) => severity === "error");
  const all = [...(await policies.list()), ...checks.policies];
  const untested = new Set(all.filter(lacksTests).map((policy) => policy.id));
  const thresholds = new Map(
    all.flatMap((policy) => {
      const threshold = findUnmeasuredThreshold(policy);
      return threshold === undefined ? [] : [[policy.id, threshold] as const];
    }),
  );
  const lacking = reports.filter(({ policy }) => untested.has(policy)).map(({ policy }) => policy);
  const isOk =
    diagnostics.length === 0 && reports.every(({ passed }) => passed) && (options.strict !== true || lacking.length === 0);
  return {
    code: isOk ? "ok" : "findings",
    json: {
      policies: reports.map(({ policy, passed, results }) => ({
        rule_id: policy,
        passed,
        ...(thresholds.has(policy) && { unmeasured_threshold: thresholds.get(policy) }),
        results: results.map(({ detail = null, ...result }) => ({ ...result, detail })),
      })),
      without_tests: lacking,
      diagnostics: diagnostics.map(toWireDiagnostic),
    },
    text: (style) => viewReports(reports, thresholds, lacking.length, diagnostics, style),
  };
}

function viewReports(
  reports: readonly PolicyTestReport[],
  thresholds: ReadonlyMap<string, number>,
  lacking: number,
  diagnostics: readonly Diagnostic[],
  style: Style,
): string {
  const lines = reports.flatMap(({ policy, results }) => {
    const failed = results.filter(({ outcome }) => outcome !== "passed");
    const isNotRun = failed.length > 0 && failed.every(({ outcome }) => outcome === "unavailable");
    const verdict =
      results.length === 0
        ? style.yellow("no tests")
        : isNotRun
          ? style.yellow("not run")
          : failed.length === 0
            ? style.green("passed")
            : style.red("failed");
    const numbers = results.length === 0 ? "" : style.dim(`  ${results.length - failed.length} of ${results.length}`);
    const details = failed.map(({ list, index, outcome, detail }) => {
      return `    ${list} ${index + 1}: ${[outcome, ...(detail ? [printable(detail)] : [])].join(", ")}`;
    });
    const threshold = thresholds.get(policy);
    const note = `    nothing measures \`metric_threshold: ${threshold}\`; check the metric with a linter, or give the policy a \`pattern\``;
    return [`${verdict}  ${printable(policy)}${numbers}`, ...details, ...(threshold === undefined ? [] : [note])];
  });
  const failed = reports.filter(({ passed }) => !passed).length;
  const tests = reports.reduce((sum, { results }) => sum + results.length, 0);
  const policies = count(reports.length, "policy", "policies");
  const outcome = [
    failed === 0 ? "all passed" : `${failed} failed`,
    ...(lacking === 0 ? [] : [`${lacking} without tests`]),
    ...(diagnostics.length === 0 ? [] : [`${countDiagnostics(diagnostics)} in policies that are not active`]),
  ];
  return asLines([
    ...lines,
    ...viewDiagnostics(diagnostics, style),
    `${count(tests, "test")} of ${policies}: ${outcome.join(", ")}`,
  ]);
}
