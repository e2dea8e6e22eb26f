import type { RuleFilter, StoredRule } from "@precept/core";
import type { Fault, Faults } from "./mutant.ts";

function filteringInstead(instead: (filter: RuleFilter) => RuleFilter): Fault {
  return (store) => ({ list: (options = {}) => store.list({ ...options, filter: instead(options.filter ?? {}) }) });
}

function filteringMore(passes: (filter: RuleFilter, rule: StoredRule["rule"]) => boolean): Fault {
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
  "target",
  "context",
  "tags",
] as const satisfies readonly (keyof RuleFilter)[];

const ignoringFields = Object.fromEntries(
  filterFields.map((field): [string, Fault] => [
    `does not filter by ${field}`,
    filteringInstead((filter) => Object.fromEntries(Object.entries(filter).filter(([key]) => key !== field))),
  ]),
);

export const faultsOfFilters: Faults = {
  ...ignoringFields,
  "leaves out rules of no project": filteringMore(
    ({ projectId }, rule) => projectId === undefined || rule.projectId === projectId,
  ),
  "leaves out rules of no user": filteringMore(({ userId }, rule) => userId === undefined || rule.userId === userId),
  "leaves out rules for every tool": filteringMore(({ target }, rule) => target === undefined || rule.targets.includes(target)),
  "leaves out rules for every context": filteringMore(
    ({ context }, rule) => context === undefined || rule.contexts.includes(context),
  ),
  "takes rules that carry one of the tags": (store) => ({
    async *list(options = {}) {
      const { tags, ...filter } = options.filter ?? {};
      for await (const stored of store.list({ ...options, filter }))
        if (tags === undefined || tags.length === 0 || tags.some((tag) => stored.rule.tags.includes(tag))) yield stored;
    },
  }),
  "takes a filter's empty list for none given": filteringInstead(({ status = [], ...filter }) =>
    status.length === 0 ? filter : { ...filter, status },
  ),
  "lists only active rules by default": filteringInstead((filter) => ({ status: ["active"], ...filter })),
  "compares names without case": (store) => ({
    async *list(options = {}) {
      const { name, ...filter } = options.filter ?? {};
      for await (const stored of store.list({ ...options, filter }))
        if (name === undefined || stored.rule.name.toLowerCase() === name.toLowerCase()) yield stored;
    },
  }),
  "calls superseded only what is active otherwise": filteringMore(
    ({ status }, rule) => !(status?.length === 1 && status[0] === "superseded") || (rule.enabled && !rule.pending),
  ),
};
