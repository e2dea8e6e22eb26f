import { join } from "node:path";
import { compareText, type ResolveRequest } from "@precept/core";
import { kindIn, linkTargetAt, openRoot, realPathAt } from "@precept/files";
import { findToolReads, ruleLocations, sortReads, type DialectId, type FileRead, type ParsableRead } from "@precept/mdc-compat";
import { findRoots, listRuleFiles, type FsRoot, type RootLocation } from "@precept/store-fs";
import type { WorkspacePlan } from "../plan.ts";
import { requestDirectories } from "../request-directories.ts";

export interface ToolFiles {
  /** In the order in which the tool reads them. */
  readonly read: readonly ParsableRead[];
  readonly notRead: readonly FileRead[];
}

/** Finds the files that a tool reads, exported ones included. Also searches directories that the request names. */
export async function findToolFiles(
  plan: Pick<WorkspacePlan, "root" | "settings" | "trust">,
  tool: DialectId,
  request: ResolveRequest,
): Promise<ToolFiles> {
  const { root, settings, trust } = plan;
  const own = findToolReads(tool).groups.flatMap(({ locations }) => locations);
  // Everywhere, because the table of the tool decides what it reads in subdirectories.
  const locations = [...own, ...ruleLocations.filter(({ personal }) => personal !== true)].map(
    ({ dir, files, codec }): RootLocation => ({ dir, codec, nested: true, ...(files !== undefined && { files }) }),
  );
  const { roots } = await findRoots(root, locations, {
    ...settings.rootSearch,
    include: [...requestDirectories(root, request)],
  });
  const listed = await listRuleFiles({
    roots: roots.map(withoutDiagnostics),
    projectDir: root,
    trustedDirs: trust.project.trusted,
  });
  const project = openRoot(root);
  const conditions = own
    .flatMap(({ requires, unless = [] }) => [...(requires === undefined ? [] : [requires]), ...unless])
    .filter((path) => kindIn(project, path, "entry") !== undefined);
  const { read, notRead } = sortReads(tool, [...new Set([...listed, ...conditions])]);
  const isListed = new Set(listed);
  const found = {
    read: read.filter(({ path }) => isListed.has(path)),
    notRead: notRead.filter(({ path }) => isListed.has(path)),
  };
  return findToolReads(tool).readsLinksOnce ? withoutLinks(root, found) : found;
}

/** Removes links to files that the tool reads too, and all but the first of several links to one file. */
function withoutLinks(root: string, { read, notRead }: ToolFiles): ToolFiles {
  const isLink = (path: string): boolean => linkTargetAt(join(root, path)) !== undefined;
  const byFile = Map.groupBy(read, ({ path }) => realPathAt(join(root, path)) ?? path);
  const repeated = [...byFile.values()].flatMap((group): readonly FileRead[] => {
    const first = group.find(({ path }) => !isLink(path)) ?? group[0];
    const reason = `the same file as ${first?.path}, which is read once`;
    return group.flatMap(({ path, format }) => (path === first?.path ? [] : [{ path, format, status: "not read", reason }]));
  });
  const paths = new Set(repeated.map(({ path }) => path));
  return {
    read: read.filter(({ path }) => !paths.has(path)),
    notRead: [...notRead, ...repeated].toSorted((left, right) => compareText(left.path, right.path)),
  };
}

function withoutDiagnostics(root: FsRoot): FsRoot {
  return { ...root, optional: true };
}
