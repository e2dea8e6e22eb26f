import { isExclusion, type Inclusion, type Rule } from "@precept/core";
import { flattenRule } from "../../select/rule-directories.ts";
import { isWithin } from "@precept/mdc-compat";

/** The inclusions, from the one that applies most often. */
const byReach: readonly Inclusion[] = ["always", "fileMatch", "relevant", "agentRequested", "manual"];

/** Combines rules with the same text into one that applies wherever one does. The first supplies the other fields. */
export function widenConditions(rules: readonly [Rule, ...Rule[]]): Rule {
  const [first] = rules;
  const inBase = withCommonBase(rules);
  const inclusion = byReach.find((one) => inBase.some((rule) => rule.inclusion === one)) ?? first.inclusion;
  const widest = inBase.filter((rule) => rule.inclusion === inclusion);
  const [model = first] = widest;
  const widened = {
    ...first,
    inclusion,
    globs: inclusion === "fileMatch" ? joinGlobs(widest) : model.globs,
    description: rules.find(({ description }) => description.trim() !== "")?.description ?? first.description,
    contexts: joinUnlessAll(inBase.map(({ contexts }) => contexts)),
    targets: joinUnlessAll(inBase.map(({ targets }) => targets)),
    enabled: inBase.some(({ enabled }) => enabled),
    metadata: Object.assign({}, ...rules.map(({ metadata }) => metadata).toReversed()) as Rule["metadata"],
  };
  return moveToBase(widened, model.origin.base);
}

/**
 * Converts rules of several directories to rules of the one that contains all others, or else of the project. A rule of
 * the common directory covers the others, so that they keep their patterns only if it has patterns too.
 */
function withCommonBase(rules: readonly [Rule, ...Rule[]]): readonly Rule[] {
  const bases = [...new Set(rules.map(({ origin }) => origin.base ?? ""))];
  if (bases.length === 1) return rules;
  const outer = bases.find((base) => bases.every((other) => isWithin(other, base)));
  if (outer === undefined || outer === "") return rules.map(flattenRule);
  const prefix = `${outer}/`;
  return rules.map((rule) => {
    const { base = "" } = rule.origin;
    const inOuter = { ...rule, origin: { ...rule.origin, base: base.slice(prefix.length) } };
    return moveToBase(base === outer ? rule : flattenRule(inOuter), outer);
  });
}

/** Joins patterns. A file that one rule excludes and another does not stays included. */
function joinGlobs(rules: readonly Rule[]): readonly string[] {
  const all = rules.map(({ globs }) => globs);
  const included = all.flatMap((globs) => globs.filter((glob) => !isExclusion(glob)));
  const [first = []] = all;
  const excluded = first.filter((glob) => isExclusion(glob) && all.every((globs) => globs.includes(glob)));
  return [...new Set([...included, ...excluded])];
}

/** Joins lists of which an empty one stands for everything. */
function joinUnlessAll(lists: readonly (readonly string[])[]): readonly string[] {
  return lists.some((list) => list.length === 0) ? [] : [...new Set(lists.flat())];
}

/** Returns the rule in another directory, with the same patterns. @param base undefined stands for the project. */
function moveToBase(rule: Rule, base: string | undefined): Rule {
  const { base: _, ...origin } = rule.origin;
  return { ...rule, origin: base === undefined ? origin : { ...origin, base } };
}
