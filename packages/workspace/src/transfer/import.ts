import { compareText, PreceptError, type ProgressListener } from "@precept/core";
import { dialects, itemKinds } from "@precept/mdc-compat";
import { isItemFile } from "@precept/mdc-compat/items";
import {
  findCopyFolder,
  findEditedEntry,
  isCopy,
  isUnchangedCopy,
  planSkillFiles,
  type SkillImportOptions,
  planImport,
  type ImportNote,
  type ImportPlan,
  type Ledger,
  type SourceFile,
  ruleSourcesNamed,
  getSourcePath,
  requireLedger,
  PresentFiles,
  readReferencedFiles,
} from "@precept/transfer";
import type { Workspace } from "../workspace.ts";
import type { TransferKindName } from "./export.ts";
import { findBases, type WantedBase } from "./find-bases.ts";
import { findSources } from "./find-sources.ts";
import { openSkillFolders } from "./skill-files.ts";
import { planWorkspaceItemImport } from "../items/plan-item-import.ts";
import { createExclusionCheck, listTrackableFiles } from "./exclusions.ts";
import { findNestedItems } from "../items/find-nested-items.ts";
import { findPeerHints } from "./review-peers.ts";

export interface ImportOptions {
  /** The tools and peers whose files are imported. Default: all tools with files in the project, and no peers. */
  readonly from?: readonly string[];
  /**
   * Files and directories, relative to the project, whose rule files are imported although they would be excluded:
   * files that git ignores, that `rules.ignore` matches, fixtures, templates, and files of other working trees.
   * Default: none.
   */
  readonly include?: readonly string[];
  /**
   * Whether files with nearly the same text become one rule. Lines that only the files of one tool have become an overlay,
   * a rule for this tool; other lines are merged. Default false: a rule each.
   */
  readonly merge?: boolean;
  /** The edited files whose texts win over other edits of their rules: paths relative to the project. Default: none. */
  readonly take?: readonly string[];
  /** Whether only edits of exported and imported files are taken over, and no new files. Default false. */
  readonly editsOnly?: boolean;
  /** What is imported. Default: rules and all items. */
  readonly kinds?: readonly TransferKindName[];
  readonly onProgress?: ProgressListener | undefined;
}

/** A planned import into a workspace, for `applyTransfer`. */
export interface WorkspaceImport extends ImportPlan {
  readonly before: Ledger;
  /** What is not carried over from the files of peers, and how to import those that the import does not name. */
  readonly notes: readonly ImportNote[];
}

/**
 * Plans an import of other tools' files as native rules. Reads files and changes none.
 *
 * @throws PreceptError `TOOL_UNKNOWN`, `LEDGER_INVALID`, `OPTION_VALUE_INVALID` if `include` names no rule file, or
 *   `take` no edited file.
 */
export async function planWorkspaceImport(
  workspace: Workspace,
  { from, include = [], merge = false, take = [], editsOnly = false, kinds, onProgress }: ImportOptions = {},
): Promise<WorkspaceImport> {
  const named = from === undefined ? dialects : ruleSourcesNamed(from);
  // Without rules, no files of rules are read.
  const chosen = kinds?.includes("rule") === false ? [] : named;
  const ledger = requireLedger(workspace.root);
  using present = new PresentFiles(workspace.root);
  const natives = (await workspace.list()).filter(({ origin }) => origin.dialect === "precept" && origin.path !== undefined);
  const { sources, excluded, notes } = await findSources(workspace, present, {
    chosen,
    include: include.filter((path) => !isItemFile(path)),
    isManaged: (path) => ledger.has(path),
  });
  const edited = findEdited(sources, ledger);
  const skills = await openSkillFolders(workspace, sources);
  for (const path of take) {
    if (isItemFile(path)) continue;
    if (edited.some((one) => one.path === path) || isEditedCopy(path, ledger, skills)) continue;
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "take", value: path, expected: describeEdited(edited) });
  }
  const bases = await findBases(workspace.root, edited);
  const readReference = await readReferencedFiles([...natives, ...sources.map(({ rule }) => rule)], workspace.references, {
    root: workspace.root,
    isManaged: (path) => ledger.has(path),
  });
  const plan = planImport(sources, {
    readReference,
    ledger,
    natives: new Map(natives.map((rule) => [rule.id, rule])),
    getExisting: (path) => present.at(path),
    merge,
    getBase: (hash) => bases.get(hash),
    take: new Set(take),
    editsOnly,
    onProgress,
  });
  const files = planSkillFiles(sources, { ...skills, ledger: plan.ledger, take: new Set(take), editsOnly });
  const findExclusion = await createExclusionCheck(workspace);
  const ofItems = {
    tools: dialects.filter((dialect) => named.includes(dialect)),
    kinds: (kinds ?? itemKinds).filter((kind) => kind !== "rule"),
  };
  const nested = editsOnly
    ? []
    : findNestedItems(
        workspace.root,
        (await listTrackableFiles(workspace.root)) ?? [],
        ofItems,
        (path, base) => findExclusion({ path, base }) !== undefined,
      );
  const items = await planWorkspaceItemImport(workspace, {
    chosen: ofItems.tools,
    kinds: ofItems.kinds,
    ledger: files.ledger,
    present,
    take: new Set(take),
    editsOnly,
    findBases: (wanted) => findBases(workspace.root, wanted),
    findExclusion: (path) =>
      include.some((one) => path === one || path.startsWith(`${one}/`)) ? undefined : findExclusion({ path }),
  });
  const hints = from === undefined && !editsOnly ? findPeerHints(workspace.root, ledger.keys()) : [];
  const all = [...excluded, ...plan.excluded, ...items.excluded];
  return {
    ...plan,
    actions: [...plan.actions, ...files.actions, ...items.actions],
    skipped: [...plan.skipped, ...items.skipped],
    conflicts: [...plan.conflicts, ...files.conflicts, ...items.conflicts],
    superseded: [...plan.superseded, ...files.superseded],
    ledger: items.ledger,
    excluded: all.toSorted((left, right) => compareText(left.path, right.path)),
    before: ledger,
    notes: [...hints, ...notes, ...files.notes, ...items.notes, ...nested],
  };
}

/** Whether a path is a copied file of a skill that was edited. */
function isEditedCopy(path: string, ledger: Ledger, { presentAt }: Pick<SkillImportOptions, "presentAt">): boolean {
  const entry = ledger.get(path);
  const folder = findCopyFolder(path);
  const found = folder === undefined ? undefined : presentAt(path, folder);
  return entry !== undefined && isCopy(entry) && typeof found === "object" && !isUnchangedCopy(found, entry);
}

function findEdited(sources: readonly SourceFile[], ledger: Ledger): readonly WantedBase[] {
  return sources.flatMap((source) => {
    const entry = findEditedEntry(source, ledger);
    return entry === undefined ? [] : [{ path: getSourcePath(source), sha256: entry.sha256 }];
  });
}

function describeEdited(edited: readonly WantedBase[]): string {
  if (edited.length === 0) return "an exported file that was edited; none was";
  return `an exported file that was edited: ${edited.map(({ path }) => path).join(", ")}`;
}
