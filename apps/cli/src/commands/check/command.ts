import { resolve } from "node:path";
import type { Diagnostic } from "@precept/core";
import {
  applyBaseline,
  createBaseline,
  failsCheck,
  pruneBaseline,
  reportStale,
  toWireDecision,
  type Baseline,
  type Decision,
} from "@precept/governance";
import type { Call, CommandResult } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import { plainStyle } from "../../terminal/style.ts";
import { readSituation } from "../policies/situation.ts";
import { printJson } from "../../terminal/text.ts";
import { entriesLookedFor, findStale, openBaselineFile, openProjectBaseline, type BaselineFile } from "./baseline-file.ts";
import { differencesOf, planFileFixes, toWireFix, writeFixes, type FixOutcome } from "./fix-files.ts";
import { checkArguments, type CheckCommandOptions } from "./options.ts";
import { createProgress, type Progress } from "./progress.ts";
import { writeGitHub, writeSarif } from "./report.ts";
import { runChecks, type Checked } from "./run-checks.ts";
import { selectFiles, selectText, type Selection } from "./select-files.ts";
import { viewDecision, viewFixes } from "./view.ts";

export async function checkFiles(call: Call<CheckCommandOptions>): Promise<CommandResult> {
  const { workspace, settings, options, args, terminal } = call;
  checkArguments(options, args);
  const progress = createProgress(call);
  const selection = args.includes("-")
    ? selectText(await terminal.readInput(), options.stdinPath)
    : await selectFiles(workspace, settings, options, progress.listing);
  try {
    return await checkSelection(call, selection, progress);
  } finally {
    await selection.close();
  }
}

async function checkSelection(call: Call<CheckCommandOptions>, selection: Selection, progress: Progress): Promise<CommandResult> {
  const { workspace, options, args } = call;
  const isText = args.includes("-");
  const { policies } = workspace;
  const file = await openBaseline(call);
  const situation = readSituation(options);
  const look = (): Promise<Checked> => runChecks(policies, selection, situation, progress.checking);
  let checked = await look();
  const fixes = await fix(call, checked, selection, file);
  if (options.fix === true && fixes !== undefined && fixes.written.length > 0) checked = await look();
  const { baseline, diagnostics } = await settleBaseline(call, checked, selection, file);
  const known = applyBaseline(checked.decision, baseline);
  const problems = [...(await policies.diagnostics()), ...diagnostics];
  const decision = withProblems(options.shadow === true ? onlyReport(known) : known, problems);
  const differences = options.fixDryRun === true && fixes !== undefined ? await differencesOf(fixes.written) : () => "";
  const [all, tables] = [await policies.list(), await policies.tables()];
  const json = {
    ...toWireDecision(decision),
    files: checked.files.length,
    left_out: checked.leftOut,
    ...(fixes !== undefined && {
      dry_run: options.fixDryRun ?? false,
      fixed: fixes.written.flatMap(toWireFix),
      not_fixed: fixes.refused,
      diff: differences(plainStyle),
    }),
  };
  return {
    code: isFine(decision, problems, options) && (fixes?.refused.length ?? 0) === 0 ? exitCodes.ok : exitCodes.findings,
    json,
    isVerbatim: options.format === "sarif" || options.format === "github",
    text: (style) => {
      if (options.format === "json") return `${printJson(json, 2)}\n`;
      if (options.format === "sarif") return writeSarif(decision, all, tables);
      if (options.format === "github") return writeGitHub(decision);
      const fixed = fixes === undefined ? "" : viewFixes(fixes, options.fixDryRun ?? false, style);
      return (
        differences(style) +
        fixed +
        viewDecision({ ...checked, decision, isText, policies: all.length, isQuiet: options.quiet ?? false }, style)
      );
    },
  };
}

async function openBaseline({ workspace, settings, options }: Call<CheckCommandOptions>): Promise<BaselineFile> {
  const { baseline: name } = options;
  if (name === undefined) return openProjectBaseline(workspace.policies);
  return openBaselineFile(resolve(settings.dir, name), name, options.updateBaseline ?? false);
}

/** Undefined where nobody wants it. */
async function fix(
  { workspace, options }: Call<CheckCommandOptions>,
  { decision }: Checked,
  selection: Selection,
  { baseline }: BaselineFile,
): Promise<FixOutcome | undefined> {
  if (options.fix !== true && options.fixDryRun !== true) return undefined;
  const policies = await workspace.policies.list();
  const known = applyBaseline(decision, baseline);
  const plan = await planFileFixes(known, selection, policies, baseline, readSituation(options));
  return options.fix === true ? writeFixes(workspace.root, plan) : { written: plan, refused: [] };
}

/** Renews the baseline where that is wanted, and tells of what it accepts and is no longer there. */
async function settleBaseline(
  { workspace, options }: Call<CheckCommandOptions>,
  checked: Checked,
  selection: Selection,
  { baseline, diagnostics, update }: BaselineFile,
): Promise<Pick<BaselineFile, "baseline" | "diagnostics">> {
  // What is looked for depends on the work, and what is staged is not what is there.
  const isPartial = options.phase !== undefined || options.context !== undefined || options.staged === true;
  const policies = await workspace.policies.list();
  const lookedFor = (current: Baseline) => (isPartial ? [] : entriesLookedFor(current, checked, policies, selection));
  if (options.updateBaseline === true) {
    const updated = await update((current) =>
      createBaseline(checked.decision.violations, pruneBaseline(current, lookedFor(current)).entries),
    );
    return { baseline: updated.baseline, diagnostics: [] };
  }
  const stale = findStale(baseline, checked, lookedFor(baseline));
  if (options.pruneBaseline !== true) {
    return { baseline, diagnostics: [...diagnostics, ...reportStale(stale, options.baseline)] };
  }
  if (stale.length === 0) return { baseline, diagnostics };
  const pruned = await update((current) => pruneBaseline(current, findStale(current, checked, lookedFor(current))));
  return { baseline: pruned.baseline, diagnostics };
}

/** The decision where nothing counts. */
function onlyReport(decision: Decision): Decision {
  return { ...decision, action: "PASS", violations: [], shadowed: [...decision.violations, ...decision.shadowed] };
}

function withProblems(decision: Decision, problems: readonly Diagnostic[]): Decision {
  return { ...decision, diagnostics: [...problems, ...decision.diagnostics] };
}

function isFine(
  { action, violations }: Decision,
  problems: readonly Diagnostic[],
  { maxWarnings = Infinity }: CheckCommandOptions,
): boolean {
  if (failsCheck(action)) return false;
  return violations.length <= maxWarnings && problems.every(({ severity }) => severity !== "error");
}
