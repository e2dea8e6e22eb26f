import { dialects, ruleLocations, type Dialect } from "@precept/mdc-compat";
import { kindIn, openRoot, type Root } from "@precept/files";
import { splitItemPath, toolItems } from "@precept/mdc-compat/items";
import { loadLedger } from "../load-ledger.ts";
import { createFsStore, findRoots } from "@precept/store-fs";
import { createMemoryIdentification } from "../context/memory-identity.ts";
import type { Workspace } from "../workspace.ts";

/** The name that stands for all tools that a project uses, in `--to` and in `export.to`. */
export const detectedName = "detected";

/** A tool that a project uses. */
export interface DetectedTool {
  readonly tool: Dialect;
  /** One of its files, or a directory of them. Undefined if only the ledger names the tool. */
  readonly path?: string;
}

/**
 * Detects the tools that a project uses: tools with files in the root directory of the project, and tools that the ledger
 * names. A shared file such as `AGENTS.md` stands for itself, not for each tool that reads it. A ledger that
 * cannot be read names no tool.
 *
 * @returns in the order of the dialects.
 */
export async function detectTools(workspace: Workspace): Promise<readonly DetectedTool[]> {
  const found = await findRuleFiles(workspace);
  const project = openRoot(workspace.root);
  const { ledger } = loadLedger(workspace.root);
  const named = new Set([...ledger.values()].flatMap(({ targets }) => targets));
  return dialects.flatMap((tool): readonly DetectedTool[] => {
    if (ignored.has(tool.id)) return [];
    const path = tool.formats.flatMap(({ codec }) => found.get(codec.id) ?? [])[0] ?? findItemPath(project, tool.id);
    if (path !== undefined) return [{ tool, path }];
    return named.has(tool.id) ? [{ tool }] : [];
  });
}

/** Finds a file, or a directory of files, in which a tool has items. An ignore file can be of several tools. */
function findItemPath(project: Root, tool: Dialect["id"]): string | undefined {
  const paths = (toolItems[tool]?.formats ?? []).flatMap((format) =>
    format.kind === "ignore" ? [] : [splitItemPath(format)?.dir ?? format.path],
  );
  return paths.find((path) => kindIn(project, path) !== undefined);
}

/** Native rules are what is exported. Skills in the shared directory are written for the tools that read them. */
const ignored: ReadonlySet<string> = new Set(["precept", "dataagent", "skill"]);

/** Finds one rule file in the root directory of the project for each format. */
async function findRuleFiles({ root, settings }: Workspace): Promise<ReadonlyMap<string, string>> {
  const locations = ruleLocations.filter(({ dialect, personal }) => personal !== true && !ignored.has(dialect.id));
  const { roots } = await findRoots(root, locations, settings.rootSearch);
  await using store = createFsStore({
    id: "detect",
    roots: roots.filter(({ base }) => base === undefined),
    projectDir: root,
    readOnly: true,
    identifyMemory: createMemoryIdentification(settings),
  });
  const found = new Map<string, string>();
  for await (const { rule } of store.list()) {
    const { dialect, path } = rule.origin;
    if (dialect !== undefined && path !== undefined && !found.has(dialect)) found.set(dialect, path);
  }
  return found;
}
