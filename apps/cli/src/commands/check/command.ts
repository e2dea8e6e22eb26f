import { resolve } from "node:path";
import { catalogueToFindingRules, type Diagnostic } from "@precept/core";
import {
  applyBaseline,
  createBaseline,
  failsCheck,
  findingRulesOf,
  findingsOf,
  limitDecision,
  policyDiagnostics as policyCatalogue,
  pruneBaseline,
  reportStale,
  toWireDecision,
  type Baseline,
  type Decision,
} from "@precept/governance";
import type { Call, CommandResult } from "../../define.ts";
import { findAddedLines } from "../../files/git-files.ts";
import { checkContext } from "../../policies/check-context.ts";
import type { ReportFormat } from "../../terminal/report-formats.ts";
import { count, plainStyle, type Style } from "../../terminal/text.ts";
import { readPolicyContext } from "../../policies/policy-context.ts";
import { findCheckedEntries, findStale, openBaselineFile, openProjectBaseline, type BaselineFile } from "./baseline-file.ts";
import { differencesOf, writeFixes, type WrittenFixes } from "../../files/write-fixes.ts";
import { planFileFixes, toWireFix, type PolicyFix } from "./fix-files.ts";
import { checkArguments, type CheckCommandOptions } from "./options.ts";
import { writeReports } from "./report.ts";
import { printGitHub, toSarifReport } from "../../terminal/print-report.ts";
import { jsonParts } from "../../terminal/print-parts.ts";
import { runChecks, selectAdded, type Checked } from "./run-checks.ts";
import { readInput, readSubjectKind } from "./read-input.ts";
import { selectFiles, selectInput, selectNothing, type Selection } from "./select-files.ts";
import { viewDecision, viewFixes } from "./view.ts";

export async function checkFiles(call: Call<CheckCommandOptions>): Promise<CommandResult> {
  checkArguments(call.options, call.args);
  const selection = await select(call);
  try {
    return await checkSelection(call, selection);
  } finally {
    await selection.close?.();
  }
}

async function select(call: Call<CheckCommandOptions>): Promise<Selection> {
  const { workspace, settings, options, args, terminal, progress } = call;
  if (args.includes("-")) {
    const { stdinPath: file, context = {} } = options;
    // A subject in the context says what the text is, as `--subject` does.
    const named = context["subject"];
    const subject = options.subject ?? (named === undefined ? undefined : readSubjectKind("--context subject", named));
    return selectInput(readInput(await terminal.readInput(), { file, subject, root: workspace.root }), file);
  }
  // Listing a large project takes seconds.
  if ((await workspace.policies.list()).length === 0) return selectNothing(settings, options);
  return selectFiles(workspace, settings, options, (done) => progress({ step: "Listing files", done }));
}

async function checkSelection(call: Call<CheckCommandOptions>, selection: Selection): Promise<CommandResult> {
  const { workspace, options, args, progress } = call;
  const isText = args.includes("-");
  const { policies } = workspace;
  const { baseline: name, updateBaseline: mayBeMissing = false } = options;
  const file =
    name === undefined
      ? await openProjectBaseline(policies)
      : await openBaselineFile(resolve(call.settings.dir, name), name, mayBeMissing);
  checkContext(options.context ?? {}, await policies.list());
  const context = readPolicyContext({ ...options, context: { ...selection.context, ...options.context } });
  const added = options.addedLines === true ? await findAddedLines(workspace.root, options.since) : undefined;
  const check = (): Promise<Checked> => runChecks(policies, selection, context, progress);
  let checked = await check();
  const fixes = await fix(call, checked, selection, file);
  if (options.fix === true && fixes !== undefined && fixes.written.length > 0) checked = await check();
  const { baseline, diagnostics } = await maintainBaseline(call, checked, selection, file);
  const applied = applyBaseline(checked.decision, baseline);
  const { decision: known, unchanged } = added === undefined ? { decision: applied, unchanged: 0 } : selectAdded(applied, added);
  const policyDiagnostics = [...(await policies.diagnostics()), ...diagnostics];
  const decided = options.shadow === true ? shadowAll(known) : known;
  const decision = { ...decided, diagnostics: [...policyDiagnostics, ...decided.diagnostics] };
  const differences = options.fixDryRun === true && fixes !== undefined ? await differencesOf(fixes.written) : () => "";
  const [all, tables] = [await policies.list(), await policies.tables()];
  const limit = (format: ReportFormat): LimitedReport => {
    const shown = selectShown(decision, format, options.quiet === true);
    const { decision: reported, leftOut } = limitDecision(shown, options.maxReported ?? maxReported[format]);
    return { reported, leftOut, notice: leftOut === 0 ? undefined : describeRest(leftOut) };
  };
  const inJson = limit("json");
  const json = {
    ...toWireDecision(inJson.reported),
    ...(inJson.leftOut > 0 && { violations_left_out: inJson.leftOut }),
    policies: all.length,
    files: checked.files.length,
    left_out: checked.leftOut,
    ignored: checked.ignored,
    ...(added !== undefined && { unchanged_lines: unchanged }),
    ...(fixes !== undefined && {
      dry_run: options.fixDryRun ?? false,
      fixed: fixes.written.flatMap(toWireFix),
      not_fixed: fixes.refused,
      diff: differences(plainStyle),
    }),
  };
  const print: Readonly<Record<ReportFormat, (style: Style) => Iterable<string>>> = {
    *json() {
      yield* jsonParts(json);
      yield "\n";
    },
    *sarif() {
      const { reported, notice } = limit("sarif");
      const rules = [...findingRulesOf(all, tables), ...catalogueToFindingRules(policyCatalogue)];
      yield* jsonParts(toSarifReport(findingsOf(reported), rules, notice));
      yield "\n";
    },
    *github() {
      const { reported, notice } = limit("github");
      yield printGitHub(findingsOf(reported));
      if (notice !== undefined) yield `::notice::${notice}\n`;
    },
    *table(style) {
      const { reported, notice } = limit("table");
      yield differences(style);
      if (fixes !== undefined) yield viewFixes(fixes, options.fixDryRun ?? false, style);
      const view = { ...checked, decision, unchanged, isText, policies: all.length };
      yield* viewDecision({ ...view, reported, notice }, style);
    },
  };
  await writeReports(options.report ?? [], call.settings.dir, (format) => print[format](plainStyle));
  const { format = "table" } = options;
  return {
    code: isOk(decision, policyDiagnostics, options) && (fixes?.refused.length ?? 0) === 0 ? "ok" : "findings",
    json,
    isVerbatim: format === "sarif" || format === "github",
    text: (style) => [...print[format](style)].join(""),
    textParts: print[format],
  };
}

/** The largest number of violations in a report. GitHub reads 25,000 results, and shows the first annotations. */
const maxReported: Readonly<Record<ReportFormat, number>> = { table: 1000, github: 1000, sarif: 25_000, json: Infinity };

/** Leaves out what a format does not show. With `--quiet`, a table shows only what makes the check fail. */
function selectShown(decision: Decision, format: ReportFormat, isQuiet: boolean): Decision {
  if (format === "json" || format === "sarif") return decision;
  if (format === "github" || !isQuiet) return { ...decision, accepted: [] };
  return {
    ...decision,
    violations: decision.violations.filter(({ action }) => failsCheck(action)),
    shadowed: [],
    accepted: [],
    diagnostics: decision.diagnostics.filter(({ severity }) => severity === "error"),
  };
}

interface LimitedReport {
  readonly reported: Decision;
  readonly leftOut: number;
  /** Says how many violations are left out. Undefined: none. */
  readonly notice: string | undefined;
}

function describeRest(leftOut: number): string {
  return `${count(leftOut, "more violation")} left out; \`--report json=FILE\` lists all, and \`--max-reported\` changes the limit`;
}

async function fix(
  { workspace, options }: Call<CheckCommandOptions>,
  { decision }: Checked,
  selection: Selection,
  { baseline }: BaselineFile,
): Promise<WrittenFixes<PolicyFix> | undefined> {
  if (options.fix !== true && options.fixDryRun !== true) return undefined;
  const policies = await workspace.policies.list();
  const known = applyBaseline(decision, baseline);
  const given = readPolicyContext(options);
  const context = { ...given, context: await workspace.policies.contextFor(given) };
  const plan = await planFileFixes(known, selection, policies, baseline, context);
  return options.fix === true ? writeFixes(workspace.root, plan) : { written: plan, refused: [] };
}

async function maintainBaseline(
  { workspace, options }: Call<CheckCommandOptions>,
  checked: Checked,
  selection: Selection,
  { baseline, diagnostics, update }: BaselineFile,
): Promise<Pick<BaselineFile, "baseline" | "diagnostics">> {
  // With a phase or a context, some policies are skipped; staged contents differ from the files.
  const isPartial = options.phase !== undefined || options.context !== undefined || options.staged === true;
  const policies = await workspace.policies.list();
  const checkedEntries = (current: Baseline) => (isPartial ? [] : findCheckedEntries(current, checked, policies, selection));
  if (options.updateBaseline === true) {
    const updated = await update((current) =>
      createBaseline(checked.decision.violations, pruneBaseline(current, checkedEntries(current)).entries),
    );
    return { baseline: updated.baseline, diagnostics: [] };
  }
  const stale = findStale(baseline, checked, checkedEntries(baseline));
  if (options.pruneBaseline !== true) {
    return { baseline, diagnostics: [...diagnostics, ...reportStale(stale, options.baseline)] };
  }
  if (stale.length === 0) return { baseline, diagnostics };
  const pruned = await update((current) => pruneBaseline(current, findStale(current, checked, checkedEntries(current))));
  return { baseline: pruned.baseline, diagnostics };
}

/** Moves all violations to shadow mode: they are reported, and do not fail the check. */
function shadowAll(decision: Decision): Decision {
  return { ...decision, action: "PASS", violations: [], shadowed: [...decision.violations, ...decision.shadowed] };
}

function isOk(
  { action, violations }: Decision,
  diagnostics: readonly Diagnostic[],
  { maxWarnings = Infinity }: CheckCommandOptions,
): boolean {
  if (failsCheck(action)) return false;
  return violations.length <= maxWarnings && diagnostics.every(({ severity }) => severity !== "error");
}
