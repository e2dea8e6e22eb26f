/** The largest length of a skill name, in characters. https://agentskills.io/specification */
const maxNameLength = 64;

const fallbackName = "rule";

/** Converts a rule name to a skill and folder name: 1 to 64 of `a-z`, `0-9` and single hyphens. */
export function toSkillName(name: string): string {
  const slug = name
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, maxNameLength)
    .replace(/-$/, "");
  return slug === "" ? fallbackName : slug;
}

/** Whether a name is valid for a skill. */
export function isSkillName(name: string): boolean {
  return name === toSkillName(name);
}

/** Returns the folder of a new skill. It leaves room for a number, so that two folders can differ. */
export function getSkillStem(name: string): string {
  return toSkillName(name)
    .slice(0, maxNameLength - 4)
    .replace(/-$/, "");
}

/** Returns the path of a skill, relative to a directory of skills. */
export function getSkillPath(name: string): string {
  return `${toSkillName(name)}/SKILL.md`;
}

/** Returns the folder of a skill, which is its name if the file declares none. */
export function getSkillFolder(path: string): string {
  return path.split("/").at(-2) ?? path;
}

/** Whether a path is that of a skill. */
export function isSkillFile(path: string): boolean {
  return path.endsWith("/SKILL.md");
}
