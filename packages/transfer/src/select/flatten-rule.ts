import { isExclusion, type Rule } from "@precept/core";

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
  return path.replace(/[*?[\]{},\\!]/g, "\\$&");
}
