import { PreceptError, type ProgressListener, type Rule } from "@precept/core";
import { dialects, itemKinds, type Dialect, type ItemKind } from "@precept/mdc-compat";
import {
  selectExportableRules,
  planItemsOnly,
  planRules,
  type ExportAction,
  type ExportInputs,
  type ExportPlan,
  InputRecord,
  type Ledger,
  type ExcludedFile,
  dialectsNamed,
  fitLedger,
  removeLinkedRules,
  requireLedger,
  PresentFiles,
  describeLayout,
  readReferencedFiles,
  type ReadReference,
  type UncopiedFile,
  type ItemProblem,
  type ItemReport,
} from "@precept/transfer";
import { planWorkspaceItems } from "../items/plan-item-export.ts";
import type { Config } from "../config/config.ts";
import type { Workspace } from "../workspace.ts";
import { detectedName, detectTools, type DetectedTool } from "./detect-tools.ts";
import { selectProjectRules } from "./exclusions.ts";
import { listSkillPaths, readSkills } from "./skill-files.ts";

export interface ExportOptions {
  /** The tools to write files for: dialect ids, aliases, or `detected` for all tools that the project uses. */
  readonly to: readonly string[];
  /** The tools whose rules are exported; `precept` stands for native rules. Default: all rules. */
  readonly from?: readonly string[];
  /** Whether to export rules that a target cannot express exactly, in the closest form that it can. Default false. */
  readonly lossy?: boolean;
  /** Whether to write files that are larger than their tools read, instead of blocking them. Default false. */
  readonly overLimit?: boolean;
  /** The paths of files to overwrite or delete although they were written or edited by hand. Default: none. */
  readonly force?: readonly string[];
  /** Whether `.gitignore` keeps the exported files out of git. Default: a list of them that it has is updated. */
  readonly gitignore?: boolean | undefined;
  /** What is exported. The files of other kinds stay as they are. Default: rules and all items. */
  readonly kinds?: readonly TransferKindName[];
  /**
   * Whether the user agrees that exported files let tools start programs, or act without asking, that did not before.
   * Default: only in a project that the user trusts. Files that would do so are blocked otherwise.
   */
  readonly allowPrograms?: boolean;
  readonly onProgress?: ProgressListener | undefined;
}

/** The options of an export that the configuration can set. */
export interface ConfiguredExport extends Pick<ExportOptions, "to" | "from" | "gitignore"> {
  readonly lossy: boolean;
}

/** Returns the options of an export that the configuration sets. `to` is empty if it names no tools. */
export function configuredExport({ export: configured = {} }: Config): ConfiguredExport {
  const { to = [], from, lossy = false, gitignore } = configured;
  return { to: [to].flat(), lossy, gitignore, ...(from !== undefined && { from }) };
}

/** What exports and imports are about: rules with their skills, or a kind of items. */
export type TransferKindName = "rule" | ItemKind;

/** A planned export of a workspace, for `applyTransfer`. */
export interface WorkspaceExport extends ExportPlan {
  /** Rule files of other tools whose rules are not exported, because they are not part of the project. */
  readonly excluded: readonly ExcludedFile[];
  /** Files beside skills that are not copied with them. */
  readonly uncopied: readonly UncopiedFile[];
  /** What tools do not get of items, such as commands and MCP servers. */
  readonly itemReports: readonly ItemReport[];
  /** Files with items that cannot be read. */
  readonly itemProblems: readonly ItemProblem[];
  readonly before: Ledger;
  /** The tools that `detected` stands for. Absent if the export does not name it. */
  readonly detected?: readonly DetectedTool[];
  /** What the export depends on besides the rule files. Undefined if it cannot be described. */
  readonly inputs: ExportInputs | undefined;
}

/**
 * Plans an export. Reads files and changes none.
 *
 * @throws PreceptError `TOOL_UNKNOWN`, `LEDGER_INVALID`, `OPTION_VALUE_INVALID` if `force` names another file,
 *   or `TARGET_MISSING` if no tool is detected.
 */
export async function planWorkspaceExport(
  workspace: Workspace,
  { to, from, lossy = false, overLimit = false, force = [], gitignore, allowPrograms = false, kinds, onProgress }: ExportOptions,
): Promise<WorkspaceExport> {
  const detected = to.includes(detectedName) ? await detectTools(workspace) : undefined;
  const targets = dialectsNamed([...to.filter((name) => name !== detectedName), ...(detected ?? []).map(({ tool }) => tool.id)]);
  if (targets.length === 0) throw new PreceptError("TARGET_MISSING", { known: dialects.map(({ id }) => id) });
  const sources = from === undefined ? undefined : dialectsNamed(from);
  const record = new InputRecord(workspace.root);
  const { rules: own, excluded } = await selectProjectRules(workspace, await workspace.list(), record);
  const before = requireLedger(workspace.root);
  const bases = workspace.roots.flatMap(({ base }) => base ?? []);
  const layout = describeLayout(workspace.root, own, { bases, skillPaths: listSkillPaths(own, before) }, record);
  const ledger = fitLedger(before, layout);
  // Before one of several rules with the same name is selected: a link to a file is no other rule.
  const all = selectExportableRules(removeLinkedRules(own, layout.links, ledger));
  const rules =
    sources === undefined ? all : all.filter(({ origin }) => sources.some((source) => isWrittenIn(source, origin.dialect)));
  using present = new PresentFiles(workspace.root, record);
  const readFile = (path: string): string | undefined => present.textAt(path);
  const readReferences = (isManaged: (path: string) => boolean): Promise<ReadReference> =>
    readReferencedFiles(rules, workspace.references, { root: workspace.root, isManaged, record });
  const skills = await readSkills(workspace, { rules, all: own }, record);
  const items = planWorkspaceItems(workspace, {
    targets,
    ledger,
    present,
    record,
    force,
    lossy,
    allowPrograms,
    kinds:
      sources !== undefined && !sources.some(({ id }) => id === "precept")
        ? []
        : (kinds ?? itemKinds).filter((kind) => kind !== "rule"),
  });
  const options = {
    getExisting: (path: string) => present.at(path),
    force: new Set(force),
    overLimit,
    gitignore,
    items,
    onProgress,
  };
  const plan =
    kinds?.includes("rule") === false
      ? planItemsOnly(items, { ledger, targets: targets.map(({ id }) => id) }, options)
      : await planRules(
          { rules, targets, ledger, lossy, readReferences, readFile, onProgress, ...layout, ...skills.draft },
          { ...options, copies: skills.copies },
        );
  // The record has all files of the ledger, also links, which are not compared.
  for (const [path, { mode }] of before) if (mode === undefined) present.at(path);
  requirePaths(force, plan.actions, rules);
  const { uncopied } = skills;
  const reports = { excluded, uncopied, itemReports: items.reports, itemProblems: items.problems };
  return { ...plan, ...reports, before, inputs: record.inputs, ...(detected !== undefined && { detected }) };
}

/** @throws PreceptError `OPTION_VALUE_INVALID` if a path is not one of the export, or is the only file of a rule. */
function requirePaths(force: readonly string[], actions: readonly ExportAction[], rules: readonly Rule[]): void {
  const sources = new Set(rules.map(({ origin }) => origin.path));
  for (const path of force) {
    if (sources.has(path)) {
      const expected = `a file that is no rule of its own; run \`precept import\` first, which makes a native rule of ${path}`;
      throw new PreceptError("OPTION_VALUE_INVALID", { option: "force", value: path, expected });
    }
    if (actions.some((action) => action.path === path)) continue;
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "force", value: path, expected: "a file that this export writes" });
  }
}

function isWrittenIn({ formats }: Dialect, dialect: string | undefined): boolean {
  return formats.some(({ codec }) => codec.id === dialect);
}
