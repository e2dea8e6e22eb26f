import { expandBraces, isExclusion, type Rule } from "@precept/core";
import { ruleLocations } from "@precept/mdc-compat";

/** The largest number of directories that the braces of one pattern can stand for. */
const maxDirectories = 32;

/**
 * Returns the directories that a rule applies to, if its patterns are exactly directories with everything below:
 * `src/**` and `packages/{api,web}/**` are, `*.ts` and `src/*.ts` are not. Directories below another one are left out.
 *
 * @returns relative to the project. Undefined if the rule applies to anything else.
 */
export function findRuleDirectories({ inclusion, globs, origin }: Rule): readonly string[] | undefined {
  if (inclusion !== "fileMatch" || globs.length === 0) return undefined;
  const found: string[] = [];
  for (const glob of globs) {
    const directories = glob.includes("/") ? expandBraces(glob, maxDirectories)?.map(getDirectory) : undefined;
    if (directories === undefined) return undefined;
    for (const directory of directories) {
      if (directory === undefined) return undefined;
      found.push(origin.base === undefined ? directory : `${origin.base}/${directory}`);
    }
  }
  const all = [...new Set(found)];
  return all.filter((one) => !all.some((other) => one.startsWith(`${other}/`)));
}

export function limitToDirectory(rule: Rule, base: string): Rule {
  return { ...rule, inclusion: "always", globs: [], origin: { ...rule.origin, base } };
}

/** Whether a directory or a parent of it holds rules or data of git: a new file there would be read as another rule. */
export function isReservedDirectory(directory: string): boolean {
  const path = `/${directory}/`;
  return path.includes("/.git/") || path.includes("/.precept/") || ruleDirectories.some((dir) => path.includes(`/${dir}/`));
}

const ruleDirectories = ruleLocations.flatMap(({ dir, files, personal }) =>
  files === undefined && personal !== true && dir !== "" ? [dir] : [],
);

/** Returns the directory of a pattern such as `src/**`; undefined for other patterns. */
function getDirectory(glob: string): string | undefined {
  if (isExclusion(glob)) return undefined;
  const [, prefix] = /^(?:\.\/)?\/*(.*?)(?:(?:\/+\*\*)+(?:\/+\*)?|\/)$/s.exec(glob) ?? [];
  if (prefix === undefined) return undefined;
  const segments = prefix.split("/").filter((segment) => segment !== "" && segment !== ".");
  const literals = segments.map(getLiteral);
  return literals.length === 0 || literals.includes(undefined) ? undefined : literals.join("/");
}

/** Returns the only name that a segment of a pattern matches. Undefined if it matches several, or no valid name. */
function getLiteral(segment: string): string | undefined {
  const special = segment.replace(/\\./gs, "");
  const text = segment.replace(/\\(.)/gs, "$1");
  return /[*?[\]{}\\]/.test(special) || /[/\\\p{Cc}]/u.test(text) || text === ".." || text === "." ? undefined : text;
}

/** Converts a rule of a subdirectory to a rule of the root that applies to the same files. Other rules stay. */
export function flattenRule(rule: Rule): Rule {
  const { base, ...origin } = rule.origin;
  if (base === undefined) return rule;
  const globs = rule.inclusion === "fileMatch" ? rule.globs.map((glob) => prefixGlob(base, glob)) : [`${escapeGlob(base)}/**`];
  const inclusion = rule.inclusion === "always" ? "fileMatch" : rule.inclusion;
  return { ...rule, inclusion, globs: inclusion === "fileMatch" ? globs : rule.globs, origin };
}

function prefixGlob(base: string, glob: string): string {
  const excludes = isExclusion(glob) ? "!" : "";
  const pattern = glob.slice(excludes.length);
  const inside = pattern.includes("/") ? pattern.replace(/^(?:\.\/)?\/*/, "") : `**/${pattern}`;
  return `${excludes}${escapeGlob(base)}/${inside}`;
}

function escapeGlob(path: string): string {
  return path.replace(/[*?[\]{},\\!]|[@+](?=\()/g, "\\$&");
}
