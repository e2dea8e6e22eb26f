import { useComputed } from "@preact/signals";
import { changeParams, hrefOf, pageLocation } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { useAnswer } from "../data/use-loaded.ts";
import { Badge } from "../parts/badge.tsx";
import { countOf, tokensOf } from "../parts/numbers.ts";
import { Empty, Problem, Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import { RulePanel } from "./rule-panel.tsx";
import { joinSameRules, type ListedRule, type SameRules } from "./same-rules.ts";
import { selectedRule } from "./selected-rule.ts";

const rowHeight = 46;

/** The fields by which the list can be narrowed. */
const filters = {
  scope: "Any scope",
  inclusion: "Applies in any way",
  status: "Any status",
} as const satisfies Readonly<Partial<Record<keyof ListedRule, string>>>;

type FilterName = keyof typeof filters;

const filterNames = Object.keys(filters) as FilterName[];

/** All rules of the project and the user: find one, and see its text, its history, and change it. */
export function Rules() {
  const budget = useAnswer(() => client.value.project.budget({ tools: "false" }));
  const joined = useComputed(() => joinSameRules(budget.value.value?.rules ?? []));
  const found = useComputed(() => filterRules(joined.value, pageLocation.value.params));
  const { value, problem } = budget.value;
  if (value === undefined) return <Problem message={problem} />;
  const { params } = pageLocation.value;
  const selected = joined.value.find(({ all }) => all.some(({ id }) => id === selectedRule.value));
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
          {found.value.length === joined.value.length
            ? countOf(joined.value.length, "rule")
            : `${countOf(found.value.length, "rule")} of ${joined.value.length}`}
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
            keyOf={({ first }) => first.id}
            selected={selected?.first.id ?? ""}
            onSelect={({ first }) => changeParams({ rule: first.id })}
          >
            {(same) => <RuleRow same={same} isEstimate={value.tokens_estimated} />}
          </VirtualList>
        )}
      </div>
      <aside class="panel" aria-label="Rule">
        {selectedRule.value === "" ? (
          <Empty>Choose a rule to see its text.</Empty>
        ) : (
          <>
            <RulePanel id={selectedRule.value} isWhole />
            <OtherPlaces same={selected} />
          </>
        )}
      </aside>
    </div>
  );
}

function RuleRow({ same: { first, all }, isEstimate }: { readonly same: SameRules; readonly isEstimate: boolean }) {
  return (
    <>
      <div class="line">
        <strong>
          <Text value={first.name} />
        </strong>
        {first.status !== "active" && <Badge tone="warn">{first.status}</Badge>}
        {all.length > 1 && <Badge>{countOf(all.length, "file")}</Badge>}
        <span class="size">{tokensOf(first.tokens, isEstimate)}</span>
      </div>
      <div class="meta one-line">
        <span>{first.inclusion}</span>
        <span>{first.scope}</span>
        <Text value={all.map(placeOf).join(", ")} />
      </div>
    </>
  );
}

/** The other files that have the selected rule, too. */
function OtherPlaces({ same }: { readonly same: SameRules | undefined }) {
  const others = same?.all.filter(({ id }) => id !== selectedRule.value) ?? [];
  if (others.length === 0) return null;
  return (
    <Section title="The same rule in other files" detail={others.length}>
      <ul class="rows">
        {others.map((rule) => (
          <li key={rule.id}>
            <a class="rule" href={hrefOf("rules", { rule: rule.id })}>
              <Text value={placeOf(rule)} />
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function placeOf({ source_path: path, id }: ListedRule): string {
  return path ?? id;
}

function filterRules(rules: readonly SameRules[], params: URLSearchParams): readonly SameRules[] {
  const words = (params.get("q") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return rules.filter(({ first, all }) => {
    const text = `${first.name} ${all.map(placeOf).join(" ")}`.toLowerCase();
    const isChosen = filterNames.every((name) => (params.get(name) ?? first[name]) === first[name]);
    return isChosen && words.every((word) => text.includes(word));
  });
}
