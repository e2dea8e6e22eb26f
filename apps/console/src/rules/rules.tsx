import type { ProjectRoutes, RouteOutput } from "@precept/contract";
import { useComputed } from "@preact/signals";
import { changeParams, pageLocation } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { useAnswer } from "../data/use-loaded.ts";
import { Badge } from "../parts/badge.tsx";
import { countOf, tokensOf } from "../parts/numbers.ts";
import { Empty, Problem } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { RulePanel } from "./rule-panel.tsx";
import { selectedRule } from "./selected-rule.ts";

type Listed = RouteOutput<ProjectRoutes["getBudget"]>["rules"][number];

const rowHeight = 46;

/** The fields by which the list can be narrowed. */
const filters = {
  scope: "Any scope",
  inclusion: "Applies in any way",
  status: "Any status",
} as const satisfies Readonly<Partial<Record<keyof Listed, string>>>;

type FilterName = keyof typeof filters;

const filterNames = Object.keys(filters) as FilterName[];

/** All rules of the project and the user: find one, and see its text, its history, and change it. */
export function Rules() {
  const budget = useAnswer(() => client.value.project.budget({ tools: "false" }));
  const found = useComputed(() => filterRules(budget.value.value?.rules ?? [], pageLocation.value.params));
  const { value, problem } = budget.value;
  if (value === undefined) return <Problem message={problem} />;
  const { params } = pageLocation.value;
  return (
    <div class="split">
      <div class="master">
        <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
          <input
            type="search"
            aria-label="Search rules"
            placeholder="Search by name or path"
            value={params.get("q") ?? ""}
            onInput={({ currentTarget }) => changeParams({ q: currentTarget.value })}
          />
          {filterNames.map((name) => (
            <select
              key={name}
              aria-label={filters[name]}
              value={params.get(name) ?? ""}
              onChange={({ currentTarget }) => changeParams({ [name]: currentTarget.value })}
            >
              <option value="">{filters[name]}</option>
              {[...new Set(value.rules.map((rule) => rule[name]))].map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          ))}
        </form>
        <p class="summary" role="status">
          {found.value.length === value.rules.length
            ? countOf(value.rules.length, "rule")
            : `${countOf(found.value.length, "rule")} of ${value.rules.length}`}
        </p>
        <Problem message={problem} />
        {value.rules.length === 0 ? (
          <Empty>
            The project has no rules. Create one with <code>precept create</code>.
          </Empty>
        ) : (
          <VirtualList
            label="Rules"
            rows={found.value}
            rowHeight={rowHeight}
            keyOf={({ id }) => id}
            selected={selectedRule.value}
            onSelect={({ id }) => changeParams({ rule: id })}
          >
            {(rule) => <RuleRow rule={rule} isEstimate={value.tokens_estimated} />}
          </VirtualList>
        )}
      </div>
      <aside class="panel" aria-label="Rule">
        {selectedRule.value === "" ? (
          <Empty>Choose a rule to see its text.</Empty>
        ) : (
          <RulePanel id={selectedRule.value} isWhole />
        )}
      </aside>
    </div>
  );
}

function RuleRow({ rule, isEstimate }: { readonly rule: Listed; readonly isEstimate: boolean }) {
  return (
    <>
      <div class="line">
        <strong>
          <Text value={rule.name} />
        </strong>
        {rule.status !== "active" && <Badge tone="warn">{rule.status}</Badge>}
        <span class="size">{tokensOf(rule.tokens, isEstimate)}</span>
      </div>
      <div class="meta one-line">
        <span>{rule.inclusion}</span>
        <span>{rule.scope}</span>
        <Text value={rule.source_path ?? rule.id} />
      </div>
    </>
  );
}

function filterRules(rules: readonly Listed[], params: URLSearchParams): readonly Listed[] {
  const words = (params.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return rules.filter((rule) => {
    const text = `${rule.name} ${rule.source_path ?? rule.id}`.toLowerCase();
    const isChosen = filterNames.every((name) => (params.get(name) ?? rule[name]) === rule[name]);
    return isChosen && words.every((word) => text.includes(word));
  });
}
