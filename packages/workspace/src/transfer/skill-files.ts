import { compareText, formatNumber, type Rule } from "@precept/core";
import { isSkillFile } from "@precept/mdc-compat";
import { kindIn, listDirectorySync, openRoot, type Root } from "@precept/files";
import {
  findSkillFolder,
  getSourcePath,
  hasItems,
  isCopy,
  nativeDir,
  PresentCopies,
  SkillFolders,
  type CopySources,
  type ExportRequest,
  type InputRecord,
  type Ledger,
  type SkillImportOptions,
  type SourceFile,
  type UncopiedFile,
} from "@precept/transfer";
import type { Workspace } from "../workspace.ts";
import { createTrackingCheck } from "./exclusions.ts";

export interface ProjectSkills {
  /** The files beside the skills, for the draft of an export. */
  readonly draft: Required<Pick<ExportRequest, "folders" | "hasFile">>;
  readonly uncopied: readonly UncopiedFile[];
  /** What the copies are compared with. */
  readonly copies: CopySources;
}

/**
 * Reads the files beside the skills among the rules of a project.
 *
 * @param rules the rules to export.
 * @param all all rules of the project. A folder without a rule belongs to none of them.
 */
export async function readSkills(
  { root }: Workspace,
  { rules, all }: { readonly rules: readonly Rule[]; readonly all: readonly Rule[] },
  record: InputRecord,
): Promise<ProjectSkills> {
  const dirs = rules.flatMap((rule) => {
    const dir = findSkillFolder(rule);
    return dir === undefined ? [] : [{ rule, dir }];
  });
  const onRead = (path: string): void => record.add("entry", path);
  const exists = new SkillFolders(openRoot(root), { onRead });
  const present = dirs.filter(({ dir }) => exists.hasFiles(dir));
  // Git is not started for a project without such files.
  const isIgnored = present.length === 0 ? undefined : await createTrackingCheck(root);
  const reader = new SkillFolders(openRoot(root), { isIgnored, onRead });
  for (const { dir } of isIgnored === undefined ? [] : present) record.addIgnoreFiles(`${dir}/SKILL.md`);
  const folders = new Map(present.map(({ rule, dir }) => [rule.id, reader.read(dir)]));
  const copies = new PresentCopies(root, record);
  const project = openRoot(root);
  const hasFile = (path: string): boolean => {
    onRead(path);
    return !path.startsWith("../") && kindIn(project, path) !== undefined;
  };
  return {
    draft: { folders, hasFile },
    uncopied: [...[...folders.values()].flatMap(({ uncopied }) => uncopied), ...findFoldersWithoutRule(project, all, onRead)],
    copies: {
      folderOf: (id) => folders.get(id),
      presentAt: (path, folder) => copies.at(path, folder),
      isSameDirectory: (left, right) => copies.isSameDirectory(left, right),
    },
  };
}

/** The number of folders without a rule that are named. */
const maxNamed = 100;

/** Lists the skills of tools, without native ones: those that are rules, and those that were imported or exported. */
export function listSkillPaths(all: readonly Rule[], ledger: Ledger): readonly string[] {
  const own = all.flatMap(({ origin: { path, dialect } }) => (path === undefined || dialect === "precept" ? [] : [path]));
  const managed = [...ledger].flatMap(([path, entry]) =>
    isCopy(entry) || hasItems(entry) || entry.link !== undefined ? [] : [path],
  );
  return [...new Set([...own, ...managed].filter(isSkillFile))];
}

/** Finds the folders of native skills whose rule was renamed or removed. */
function findFoldersWithoutRule(project: Root, all: readonly Rule[], onRead: (path: string) => void): readonly UncopiedFile[] {
  const dirs = all.flatMap((rule) => (rule.origin.dialect === "precept" ? (findSkillFolder(rule) ?? []) : []));
  onRead(nativeDir);
  if (kindIn(project, nativeDir, "entry") !== "directory") return [];
  const owned = new Set(dirs.map((dir) => dir.split("/").slice(0, 3).join("/")));
  const found = listDirectorySync(project, nativeDir)
    .filter((entry) => entry.isDirectory() && !owned.has(`${nativeDir}/${entry.name}`))
    .map(({ name }) => name)
    .toSorted(compareText);
  const named = found.slice(0, maxNamed).map((name) => {
    return { path: `${nativeDir}/${name}`, reason: `there is no rule .precept/rules/${name}.md` };
  });
  const more = found.length - named.length;
  return more === 0 ? named : [...named, { path: nativeDir, reason: `${formatNumber(more)} more folders without a rule` }];
}

/** Opens the folders of the skills among the files of an import. */
export async function openSkillFolders(
  { root }: Workspace,
  sources: readonly SourceFile[],
): Promise<Pick<SkillImportOptions, "readFolder" | "presentAt">> {
  const skills = sources.map((source) => getSourcePath(source)).filter(isSkillFile);
  const isIgnored = skills.length === 0 ? undefined : await createTrackingCheck(root);
  const folders = new SkillFolders(openRoot(root), { isIgnored });
  const present = new PresentCopies(root);
  return {
    readFolder: (dir) => folders.read(dir),
    presentAt: (path, folder) => present.at(path, folder),
  };
}
