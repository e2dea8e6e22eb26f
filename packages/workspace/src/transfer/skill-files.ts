import type { Rule } from "@precept/core";
import { openRoot } from "@precept/files";
import {
  findSkillFolder,
  PresentCopies,
  SkillFolders,
  type CopySources,
  type InputRecord,
  type SkillFolder,
  type UncopiedFile,
} from "@precept/transfer";
import type { Workspace } from "../workspace.ts";
import { createTrackingCheck } from "./exclusions.ts";

export interface ProjectSkills {
  /** The files beside the skills of the project, by the id of the rule. Without rules that have none. */
  readonly folders: ReadonlyMap<string, SkillFolder>;
  readonly uncopied: readonly UncopiedFile[];
  /** What the copies are compared with. */
  readonly copies: CopySources;
}

/** Reads the files beside the skills among the rules of a project. */
export async function readSkills({ root }: Workspace, rules: readonly Rule[], record: InputRecord): Promise<ProjectSkills> {
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
  return {
    folders,
    uncopied: [...folders.values()].flatMap(({ uncopied }) => uncopied),
    copies: {
      folderOf: (id) => folders.get(id),
      presentAt: (path, folder) => copies.at(path, folder),
      isSameDirectory: (left, right) => copies.isSameDirectory(left, right),
    },
  };
}
