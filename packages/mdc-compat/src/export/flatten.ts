import { isExclusion, type Rule } from "@precept/core";

/**
 * A rule of a directory below the project as one of the project itself that applies to the same files: for tools that look for rules in the root
 * alone.
 */
export function flattenRule(rule: Rule): Rule {
  const { base, ...origin } = rule.origin;
  if (base === undefined) return rule;
  const globs = rule.inclusion === "fileMatch" ? rule.globs.map((glob) => below(base, glob)) : [`${escape(base)}/**`];
  const inclusion = rule.inclusion === "always" ? "fileMatch" : rule.inclusion;
  return { ...rule, inclusion, globs: inclusion === "fileMatch" ? globs : rule.globs, origin };
}

function below(base: string, glob: string): string {
  const excludes = isExclusion(glob) ? "!" : "";
  const pattern = glob.slice(excludes.length);
  const inside = pattern.includes("/") ? pattern.replace(/^(?:\.\/)?\/*/, "") : `**/${pattern}`;
  return `${excludes}${escape(base)}/${inside}`;
}

/** A path as a pattern that matches it and nothing else. */
function escape(path: string): string {
  return path.replace(/[*?[\]{},\\!]/g, "\\$&");
}
