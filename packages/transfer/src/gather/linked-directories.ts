import { join } from "node:path";
import type { Rule } from "@precept/core";
import { kindIn, pathInside, realPathAt, toPosix, type Root } from "@precept/files";
import { isWithin, skillHosts } from "@precept/mdc-compat";
import { folderOf } from "../skill-files/skill-folder.ts";
import type { InputRecord } from "./export-inputs.ts";

/** The directories of skills in a project, those that most tools read first. */
const skillDirectories: readonly string[] = [...new Set(skillHosts.flatMap(({ dirs }) => dirs))].toSorted(
  (left, right) => countHosts(right) - countHosts(left),
);

function countHosts(dir: string): number {
  return skillHosts.filter(({ dirs }) => dirs.includes(dir)).length;
}

/**
 * Lists the directories that tools can read skills from: in the project, and next to its skills.
 *
 * @param skillPaths the paths of the `SKILL.md` files of tools.
 */
export function listSkillLocations(rules: readonly Rule[], skillPaths: readonly string[]): readonly string[] {
  const bases = skillPaths.flatMap((path) => {
    const dir = folderOf(folderOf(path));
    const own = skillDirectories.find((one) => dir === one || dir.endsWith(`/${one}`));
    return own === undefined ? [] : [dir.slice(0, dir.length - own.length)];
  });
  const requested = rules.filter(({ inclusion }) => inclusion === "agentRequested" || inclusion === "manual");
  const ofRules = requested.map(({ origin: { base } }) => (base === undefined ? "" : `${base}/`));
  return [...new Set(["", ...bases, ...ofRules])].flatMap((base) => skillDirectories.map((dir) => base + dir));
}

/**
 * The directories of skills that are the same directory, such as `.claude/skills` as a link to `.agents/skills`, or both
 * as links to `skills`. Imports and exports use one path for all of them: the real one if it is a directory of skills,
 * else the one that most tools read.
 */
export class LinkedDirectories {
  /** The used path of each directory that has another path. */
  readonly used: ReadonlyMap<string, string>;
  readonly #usedByReal = new Map<string, string>();

  constructor(project: Root, locations: readonly string[], record?: InputRecord) {
    const byReal = new Map<string, string[]>();
    for (const dir of locations) {
      record?.add("entry", dir);
      const real = kindIn(project, dir) === "directory" ? realPathAt(join(project.dir, dir)) : undefined;
      const inside = real === undefined ? undefined : pathInside(project.real, real);
      if (inside === undefined) continue;
      const found = byReal.get(toPosix(inside)) ?? [];
      found.push(dir);
      byReal.set(toPosix(inside), found);
    }
    const used = new Map<string, string>();
    for (const [real, dirs] of byReal) {
      const path = dirs.find((dir) => dir === real) ?? dirs[0] ?? real;
      if (path !== real) this.#usedByReal.set(real, path);
      for (const dir of dirs) if (dir !== path) used.set(dir, path);
    }
    this.used = used;
  }

  /** Returns the path that imports and exports use for a file. @param real its path in the project without links. */
  usedPathOf(real: string): string {
    const [dir, path] = [...this.#usedByReal].find(([one]) => isWithin(real, one)) ?? [];
    return dir === undefined ? real : `${path}${real.slice(dir.length)}`;
  }
}
