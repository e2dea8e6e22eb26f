import type { Dialect, ItemKind } from "@precept/mdc-compat";
import {
  planItemImport,
  type ExcludedFile,
  type ItemImport,
  type ItemProblem,
  type ItemSource,
  type Ledger,
  type PresentFiles,
} from "@precept/transfer";
import type { Workspace } from "../workspace.ts";
import { findItemSources } from "./find-item-sources.ts";
import { findSecret } from "./find-secret.ts";
import { readNativeItems } from "./read-native-items.ts";

export interface ItemImportOptions {
  readonly chosen: readonly Dialect[];
  readonly kinds: readonly ItemKind[];
  readonly ledger: Ledger;
  readonly present: PresentFiles;
  readonly take: ReadonlySet<string>;
  readonly editsOnly: boolean;
  /** Finds the last exported texts of files by their SHA-256 in the ledger. */
  readonly findBases: (
    wanted: readonly { readonly path: string; readonly sha256: string }[],
  ) => Promise<ReadonlyMap<string, string>>;
  /** Returns why a file is not part of the project. */
  readonly findExclusion: (path: string) => string | undefined;
}

export interface WorkspaceItemImport extends ItemImport {
  /** All files of the tools that have items. */
  readonly paths: ReadonlySet<string>;
  readonly excluded: readonly ExcludedFile[];
}

/** Plans the items of an import: commands, subagents, MCP servers, ignore files and permissions. */
export async function planWorkspaceItemImport(
  { root }: Workspace,
  { chosen, kinds, ledger, present, findExclusion, findBases, ...options }: ItemImportOptions,
): Promise<WorkspaceItemImport> {
  const native = readNativeItems(root, present);
  const found = findItemSources(root, present, chosen, (path) => (ledger.has(path) ? undefined : findExclusion(path)));
  const sources = found.sources.filter((source) => kinds.includes(source.format.kind) && !isInstalledServer(source));
  const wanted = sources.flatMap(({ path }) => {
    const entry = ledger.get(path);
    return entry?.items === undefined ? [] : [{ path, sha256: entry.sha256 }];
  });
  const bases = await findBases(wanted);
  const plan = planItemImport({
    ...options,
    sources,
    natives: new Map(native.items.map((item) => [item.path, item])),
    unreadable: native.unreadable,
    ledger,
    getBase: (sha256) => bases.get(sha256),
    findSecret,
  });
  const problems = options.editsOnly ? [] : [...native.problems, ...found.problems];
  return {
    ...plan,
    notes: [...problems.map(toNote), ...plan.notes],
    paths: new Set(sources.map(({ path }) => path)),
    excluded: found.excluded,
  };
}

/** Whether a server is Precept itself, which `precept install` adds to each tool. */
function isInstalledServer({ format, stored }: ItemSource): boolean {
  return format.kind === "mcp" && stored.name === "precept";
}

function toNote({ path, line, column, message, hint }: ItemProblem): { readonly path: string; readonly message: string } {
  return { path, message: `Line ${line}, column ${column}: ${message} ${hint}` };
}
