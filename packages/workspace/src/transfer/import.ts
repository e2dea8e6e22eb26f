import { sha256 } from "@precept/files";
import { join } from "node:path";
import type { Rule } from "@precept/core";
import {
  dialects,
  planImport,
  ruleLocations,
  type Dialect,
  type ImportPlan,
  type Ledger,
  type SourceFile,
} from "@precept/mdc-compat";
import { createFsStore, findRoots } from "@precept/store-fs";
import { createMemoryIdentification } from "../context/memory-identity.ts";
import { isIgnored } from "../ignored.ts";
import type { Workspace } from "../workspace.ts";
import { dialectsNamed } from "./export.ts";
import { requireLedger } from "./ledger-file.ts";
import { PresentFiles } from "./present-files.ts";
import { readReferencedFiles } from "./read-references.ts";

export interface ImportOptions {
  /** The tools whose files are imported. Default: all tools with files in the project. */
  readonly from?: readonly string[];
}

/** A planned import into a workspace, for `applyTransfer`. */
export interface WorkspaceImport extends ImportPlan {
  readonly before: Ledger;
}

/**
 * Plans an import of other tools' files as native rules. Reads files and changes none.
 *
 * @throws PreceptError `TOOL_UNKNOWN`, `LEDGER_INVALID`.
 */
export async function planWorkspaceImport(workspace: Workspace, { from }: ImportOptions = {}): Promise<WorkspaceImport> {
  const chosen = from === undefined ? dialects : dialectsNamed(from);
  const ledger = requireLedger(workspace.root);
  const present = new PresentFiles(workspace.root);
  const natives = (await workspace.list()).filter(({ origin }) => origin.dialect === "precept" && origin.path !== undefined);
  const sources = await findSources(workspace, chosen, present);
  const { readReference } = await readReferencedFiles([...natives, ...sources.map(({ rule }) => rule)], workspace.references);
  const plan = planImport(sources, {
    readReference,
    ledger,
    natives: new Map(natives.map((rule) => [rule.id, rule])),
    getExisting: (path) => present.at(path),
    hash: sha256,
  });
  return { ...plan, before: ledger };
}

/** Reads the files of other tools, including exported files, which the workspace does not read as rules. */
async function findSources(
  { root, settings }: Workspace,
  chosen: readonly Dialect[],
  present: PresentFiles,
): Promise<readonly SourceFile[]> {
  const locations = ruleLocations.filter(
    ({ dialect, codec, personal }) => chosen.includes(dialect) && codec.id !== "precept" && personal !== true,
  );
  const roots = (await findRoots(root, locations, settings.rootSearch)).roots.filter(
    ({ dir, base }) => base === undefined || !isIgnored(dir, settings.ignore),
  );
  await using store = createFsStore({
    id: "import",
    roots,
    projectDir: root,
    readOnly: true,
    identifyMemory: createMemoryIdentification(settings),
  });
  const sources: SourceFile[] = [];
  for await (const { rule } of store.list()) {
    const source = sourceOf(rule, locations, present);
    if (source !== undefined) sources.push(source);
  }
  return sources;
}

function sourceOf(
  rule: Rule,
  locations: readonly (typeof ruleLocations)[number][],
  present: PresentFiles,
): SourceFile | undefined {
  const { path, root = "", dialect: format = "" } = rule.origin;
  const file = path === undefined ? undefined : present.at(path);
  const location = locations.find(({ codec }) => codec.id === format);
  if (path === undefined || typeof file !== "object" || location === undefined) return undefined;
  const relativePath = root === "." ? path : path.slice(join(root, "/").length);
  return { dialect: location.dialect, format, rule, inRoot: relativePath, file };
}
