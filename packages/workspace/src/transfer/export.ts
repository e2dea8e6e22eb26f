import { nearestNames, PreceptError } from "@precept/core";
import { sha256 } from "@precept/files";
import {
  dialectNames,
  dialects,
  draftExport,
  selectExportableRules,
  findDialect,
  planExport,
  type Dialect,
  type ExportPlan,
  type Ledger,
} from "@precept/mdc-compat";
import type { Workspace } from "../workspace.ts";
import { requireLedger } from "./ledger-file.ts";
import { PresentFiles } from "./present-files.ts";
import { readReferencedFiles } from "./read-references.ts";

export interface ExportOptions {
  /** The tools to write files for: dialect ids or aliases. */
  readonly to: readonly string[];
  /** The tools whose rules are exported; `precept` stands for native rules. Default: all rules. */
  readonly from?: readonly string[];
  /** Whether to export rules that a target cannot express exactly, in the closest form that it can. Default false. */
  readonly lossy?: boolean;
}

/** A planned export of a workspace, for `applyTransfer`. */
export interface WorkspaceExport extends ExportPlan {
  /** The current ledger. */
  readonly before: Ledger;
  /** The paths of the files that the exported rules refer to. Their texts can be part of exported files. */
  readonly included: readonly string[];
}

/**
 * Plans an export. Reads files and changes none.
 *
 * @throws PreceptError `TOOL_UNKNOWN`, `LEDGER_INVALID`.
 */
export async function planWorkspaceExport(
  workspace: Workspace,
  { to, from, lossy = false }: ExportOptions,
): Promise<WorkspaceExport> {
  const targets = dialectsNamed(to);
  const sources = from === undefined ? undefined : dialectsNamed(from);
  const all = selectExportableRules(await workspace.list());
  const rules =
    sources === undefined ? all : all.filter(({ origin }) => sources.some((source) => isWrittenIn(source, origin.dialect)));
  const ledger = requireLedger(workspace.root);
  const { readReference, paths: included } = await readReferencedFiles(rules, workspace.references);
  const draft = draftExport({ rules, targets, ledger, lossy, readReference, hash: sha256 });
  const present = new PresentFiles(workspace.root).atAll([...draft.files.map(({ path }) => path), ...ledger.keys()]);
  const plan = planExport(draft, { existing: present, ledger, targets: targets.map(({ id }) => id), hash: sha256 });
  return { ...plan, before: ledger, included };
}

/** @throws PreceptError `TOOL_UNKNOWN` */
export function dialectsNamed(names: readonly string[]): readonly Dialect[] {
  const found = names.map((name) => {
    const dialect = findDialect(name);
    if (dialect !== undefined) return dialect;
    throw new PreceptError("TOOL_UNKNOWN", {
      name,
      known: dialects.map(({ id }) => id),
      near: nearestNames(name, dialectNames()),
    });
  });
  return [...new Set(found)];
}

function isWrittenIn({ formats }: Dialect, dialect: string | undefined): boolean {
  return formats.some(({ codec }) => codec.id === dialect);
}
