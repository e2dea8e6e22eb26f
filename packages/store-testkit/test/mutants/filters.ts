import type { RuleFilter, StoredRule } from "@precept/core";
import type { Mutation, Mutants } from "../mutant-suite.ts";

function filteringInstead(instead: (filter: RuleFilter) => RuleFilter): Mutation {
  return (store) => ({ list: (options = {}) => store.list({ ...options, filter: instead(options.filter ?? {}) }) });
}

function filteringMore(passes: (filter: RuleFilter, rule: StoredRule["rule"]) => boolean): Mutation {
  return (store) => ({
    async *list(options = {}) {
      for await (const stored of store.list(options)) if (passes(options.filter ?? {}, stored.rule)) yield stored;
    },
  });
}

const filterFields = [
  "scope",
  "inclusion",
  "name",
  "enabled",
  "status",
  "category",
  "authority",
  "projectId",
  "userId",
  "tenant",
  "owner",
  "target",
  "context",
  "tags",
] as const satisfies readonly (keyof RuleFilter)[];

const ignoringFields = Object.fromEntries(
  filterFields.map((field): [string, Mutation] => [
    `does not filter by ${field}`,
    filteringInstead((filter) => Object.fromEntries(Object.entries(filter).filter(([key]) => key !== field))),
  ]),
);

export const filterMutants: Mutants = {
  ...ignoringFields,
  "omits rules of no project": filteringMore(({ projectId }, rule) => projectId === undefined || rule.projectId === projectId),
  "omits rules of no user": filteringMore(({ userId }, rule) => userId === undefined || rule.userId === userId),
  "omits rules for all tools": filteringMore(({ target }, rule) => target === undefined || rule.targets.includes(target)),
  "omits rules for all contexts": filteringMore(({ context }, rule) => context === undefined || rule.contexts.includes(context)),
  "lists rules with one of the tags": (store) => ({
    async *list(options = {}) {
      const { tags, ...filter } = options.filter ?? {};
      for await (const stored of store.list({ ...options, filter }))
        if (tags === undefined || tags.length === 0 || tags.some((tag) => stored.rule.tags.includes(tag))) yield stored;
    },
  }),
  "treats an empty list in a filter as absent": filteringInstead(({ status = [], ...filter }) =>
    status.length === 0 ? filter : { ...filter, status },
  ),
  "lists only active rules by default": filteringInstead((filter) => ({ status: ["active"], ...filter })),
  "ignores the case of names": (store) => ({
    async *list(options = {}) {
      const { name, ...filter } = options.filter ?? {};
      for await (const stored of store.list({ ...options, filter }))
        if (name === undefined || stored.rule.name.toLowerCase() === name.toLowerCase()) yield stored;
    },
  }),
  "treats only active rules as superseded": filteringMore(
    ({ status }, rule) => !(status?.length === 1 && status[0] === "superseded") || (rule.enabled && !rule.pending),
  ),
};
