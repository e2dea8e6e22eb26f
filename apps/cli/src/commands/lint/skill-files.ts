import { posix } from "node:path";
import type { Rule } from "@precept/core";
import { kindIn, openRoot } from "@precept/files";
import { findSkillFolder } from "@precept/transfer";

/**
 * Creates a check whether a file exists that the text of a skill refers to: beside the skill, or else in the project. A
 * native rule is a skill if it has a folder.
 */
export function createSkillFileCheck(dir: string): (rule: Rule, path: string) => boolean | undefined {
  const root = openRoot(dir);
  const folders = new Map<string, boolean>();
  const isFolder = (folder: string): boolean => {
    const known = folders.get(folder) ?? kindIn(root, folder) === "directory";
    folders.set(folder, known);
    return known;
  };
  return (rule, path) => {
    const folder = findSkillFolder(rule);
    if (folder === undefined || !isFolder(folder)) return undefined;
    const beside = posix.join(folder, path);
    // What is outside of the project cannot be checked.
    if (beside.startsWith("..")) return undefined;
    // The folders of native skills have no SKILL.md: a path to another skill is one of its tools' directories.
    if (rule.origin.dialect === "precept" && path.startsWith("..")) return undefined;
    return [beside, posix.normalize(path)].some((one) => !one.startsWith("..") && kindIn(root, one) !== undefined);
  };
}
