import { PreceptError } from "@precept/core";
import { dialects } from "@precept/mdc-compat";
import { adviseOnLimit, type RuleReading, applyTransfer } from "@precept/transfer";
import {
  configuredExport,
  planWorkspaceExport,
  planWorkspaceImport,
  watchItemFiles,
  type Config,
  type ExportOptions,
  type WorkspaceExport,
} from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { followChanges } from "../../follow-changes.ts";
import { findNextStep } from "../../rules/next-step.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { plainStyle, printable, printJson, styleFor } from "../../terminal/text.ts";
import { confirmDeletions } from "../../transfer/confirm.ts";
import { readKinds } from "../../transfer/item-kinds.ts";
import { projectPathOf } from "../../transfer/project-path.ts";
import { actionToJson, importToJson, itemReportToJson, reportToJson } from "../../transfer/to-json.ts";
import { viewExport, type FinishedExport } from "./view.ts";

export interface ExportCommandOptions {
  readonly to?: readonly string[];
  readonly from?: readonly string[];
  readonly lossy?: boolean;
  readonly overLimit?: boolean;
  readonly dryRun?: boolean;
  readonly diff?: boolean;
  readonly check?: boolean;
  readonly watch?: boolean;
  readonly all?: boolean;
  readonly yes?: boolean;
  readonly force?: readonly string[];
  readonly pull?: boolean;
  readonly gitignore?: boolean;
  readonly allowPrograms?: boolean;
  readonly kind?: readonly string[];
}

export async function exportRules(call: Call<ExportCommandOptions>): Promise<CommandResult> {
  if (call.options.watch === true) return exportContinuously(call);
  const finished = await runExport(call).catch(async (error: unknown) => {
    if (PreceptError.is(error, "TARGET_MISSING")) call.terminal.err((await findNextStep(call))(styleFor(call.terminal)));
    throw error;
  });
  const result = resultOf(finished, call.options);
  const nextStep = finished.plan.actions.length === 0 ? await findNextStep(call) : undefined;
  // Not remembered, because the remembered result has no hint.
  if (nextStep !== undefined && nextStep(plainStyle) !== "") return { ...result, isIdle: false, notice: nextStep };
  if (!finished.isDone || result.code !== "ok" || call.options.pull === true) return result;
  const repeat = async (): Promise<CommandResult> => {
    await call.workspace.reload();
    return resultOf({ plan: await planExport(call), isDone: true, notApplied: [] }, call.options);
  };
  return { ...result, repeat };
}

async function exportContinuously(call: Call<ExportCommandOptions>): Promise<CommandResult> {
  const { options, terminal, settings } = call;
  let isFirst = true;
  const exportOnce = async (): Promise<void> => {
    const finished = await runExport(call);
    const hasChanges = isFirst || finished.plan.actions.some(({ kind }) => kind !== "unchanged");
    isFirst = false;
    const result = resultOf(finished, options);
    if (hasChanges) terminal.out(settings.json ? `${printJson(result.json)}\n` : result.text(styleFor(terminal)));
  };
  return followChanges(call, exportOnce, (onChange) => watchItemFiles(call.workspace, onChange));
}

async function runExport(call: Call<ExportCommandOptions>): Promise<FinishedExport> {
  const { workspace, options, terminal, progress } = call;
  const pulled = options.pull === true ? await pullEdits(call) : undefined;
  const planned = await planExport(call);
  if (options.dryRun === true || options.check === true) return { plan: planned, isDone: false, notApplied: [], ...pulled };
  const isAgreed = await askAboutPrograms(planned, call);
  const plan = isAgreed ? await planExport({ ...call, options: { ...options, allowPrograms: true } }) : planned;
  const { notApplied } = await confirmDeletions(
    (isConfirmed) => applyTransfer(workspace.root, plan, plan.before, { by: "export", isConfirmed, onProgress: progress }),
    options.yes === true,
    terminal,
  );
  return { plan, isDone: true, notApplied, ...pulled };
}

/** Asks whether tools may start the programs for which files are blocked. False if there are none, or no one can answer. */
async function askAboutPrograms(
  { actions }: WorkspaceExport,
  { terminal, settings }: Call<ExportCommandOptions>,
): Promise<boolean> {
  const blocked = actions.filter(({ reason }) => reason === "programs");
  if (blocked.length === 0 || settings.json || !canAsk(terminal)) return false;
  const lines = blocked.flatMap(({ path, programs = [] }) => [path, ...programs.map((program) => `  ${program}`)]);
  terminal.out(
    `These files let tools start programs, or act without asking:\n\n${lines.map((line) => printable(line)).join("\n")}\n\n`,
  );
  return terminal.ask("Write them?", false);
}

async function planExport({ workspace, options, settings, progress }: Call<ExportCommandOptions>): Promise<WorkspaceExport> {
  const force = (options.force ?? []).map((path) => projectPathOf(path, "--force", settings.dir, workspace.root));
  return planWorkspaceExport(workspace, { ...readExportOptions(options, workspace.config), force, onProgress: progress });
}

async function pullEdits({ workspace, options, progress }: Call<ExportCommandOptions>): Promise<Pick<FinishedExport, "pulled">> {
  const pulled = await planWorkspaceImport(workspace, { editsOnly: true, onProgress: progress });
  if (options.dryRun === true || options.check === true) return { pulled };
  await applyTransfer(workspace.root, pulled, pulled.before, { by: "import", onProgress: progress });
  await workspace.reload();
  return { pulled };
}

/** Options of the command line override the configuration. */
function readExportOptions(options: ExportCommandOptions, config: Config): ExportOptions {
  const configured = configuredExport(config);
  const { to = configured.to, from = configured.from, lossy = configured.lossy, overLimit = false } = options;
  const { gitignore = configured.gitignore, allowPrograms = false, kind } = options;
  if (to.length === 0) throw new PreceptError("TARGET_MISSING", { known: dialects.map(({ id }) => id) });
  return {
    to,
    lossy,
    overLimit,
    gitignore,
    allowPrograms,
    ...(kind !== undefined && { kinds: readKinds(kind) }),
    ...(from !== undefined && { from }),
  };
}

function resultOf(finished: FinishedExport, { check, diff, all = false }: ExportCommandOptions): CommandResult {
  const { plan, isDone, notApplied, pulled } = finished;
  const isBlocked = plan.actions.some(({ kind }) => kind === "blocked") || notApplied.length > 0;
  const isDrifted = plan.actions.some(({ kind }) => kind !== "unchanged");
  return {
    code: isBlocked || (check === true && isDrifted) ? "findings" : "ok",
    isIdle: !isDrifted && notApplied.length === 0,
    inputs: plan.inputs,
    json: {
      done: isDone,
      ...(pulled !== undefined && {
        pulled: pulled.actions.map(importToJson),
        conflicts: pulled.conflicts,
      }),
      actions: plan.actions.map(actionToJson),
      not_written: notApplied.map(({ path }) => path),
      left: plan.omitted.map(reportToJson),
      reduced: plan.reduced.map(reportToJson),
      there: plan.alreadyRead.map(readingToJson),
      twice: plan.readTwice.map(readingToJson),
      parse_differences: plan.readDifferently.map((report) => ({ ...reportToJson(report), path: report.path })),
      skipped_files: plan.excluded,
      not_copied: plan.uncopied,
      items: plan.itemReports.map(itemReportToJson),
      problems: plan.itemProblems,
      ...(plan.detected !== undefined && { detected: plan.detected.map(({ tool, path }) => ({ target: tool.id, path })) }),
      limits: plan.limits.map((report) => {
        const { target, path, length, max, unit, description, largest, effect } = report;
        const rules = largest.map(({ rule, length: own }) => ({ name: rule.name, id: rule.id, length: own }));
        const hint = effect === "advisory" ? {} : { hint: adviseOnLimit(report) };
        return { target: target.id, path, length, most: max, unit, meaning: description, rules, ...hint };
      }),
    },
    isConfirmation: isDone,
    text: (style) => viewExport({ ...finished, diffs: diff === true || check === true, all }, style),
  };
}

function readingToJson({ rule, target, paths, condition }: RuleReading): object {
  return { name: rule.name, id: rule.id, target: target.id, paths, ...(condition !== undefined && { condition }) };
}
