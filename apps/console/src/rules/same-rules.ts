import type { ProjectRoutes, RouteOutput } from "@precept/contract";

export type ListedRule = RouteOutput<ProjectRoutes["getBudget"]>["rules"][number];

/** Rules that say the same, such as those in the files of two tools. */
export interface SameRules {
  readonly first: ListedRule;
  /** All of them, in the order of the list. */
  readonly all: readonly ListedRule[];
}

/** Joins rules that have the same name, text, scope, status, and way to apply: a reader expects one entry with all its places. */
export function joinSameRules(rules: readonly ListedRule[]): readonly SameRules[] {
  const groups = Map.groupBy(rules, ({ name, scope, inclusion, status, content_sha256: text }) =>
    JSON.stringify([name, scope, inclusion, status, text]),
  );
  return [...groups.values()].flatMap((all) => {
    const [first] = all;
    return first === undefined ? [] : [{ first, all }];
  });
}
