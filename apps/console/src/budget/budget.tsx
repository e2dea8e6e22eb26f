import { formatNumber } from "@precept/core";
import { client } from "../data/projects.ts";
import { useAnswer } from "../data/use-loaded.ts";
import { hrefOf } from "../data/location.ts";
import { countOf, tokensOf } from "../parts/numbers.ts";
import { Empty, Problem, Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import { NearCopies } from "./near-copies.tsx";
import { ToolBudgets } from "./tool-budgets.tsx";
import { Treemap } from "./treemap.tsx";
import { UnreachedRules } from "./unreached-rules.tsx";

/** How many rules the list shows. The treemap has all. */
const maxListed = 40;

/** What the rules cost in tokens, and what could be saved. */
export function Budget() {
  const budget = useAnswer(() => client.value.project.budget());
  const { value, problem } = budget.value;
  if (value === undefined) return <Problem message={problem} />;
  const rules = value.rules.filter(({ status }) => status === "active").toSorted((left, right) => right.tokens - left.tokens);
  const total = rules.reduce((sum, { tokens }) => sum + tokens, 0);
  const always = rules.filter(({ inclusion }) => inclusion === "always").reduce((sum, { tokens }) => sum + tokens, 0);
  const most = Math.max(1, rules[0]?.tokens ?? 1);
  return (
    <>
      <Problem message={problem} />
      <dl class="figures">
        <Figure name="All active rules" value={tokensOf(total, value.tokens_estimated)} />
        <Figure name="In every request" value={tokensOf(always, value.tokens_estimated)} />
        <Figure name="Rules" value={formatNumber(rules.length)} />
        <Figure name="Counted by" value={value.token_counter} />
      </dl>
      {rules.length === 0 && <Empty>The project has no active rules.</Empty>}
      {rules.length > 0 && <Treemap rules={rules} total={total} />}
      <div class="two">
        <Section title="Largest rules" detail={countOf(Math.min(maxListed, rules.length), "rule")}>
          <ol class="bars">
            {rules.slice(0, maxListed).map((rule) => (
              <li key={rule.id}>
                <a class="rule" href={hrefOf("rules", { rule: rule.id })}>
                  <Text value={rule.name} />
                </a>
                <span class="why">{rule.inclusion}</span>
                <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(100 * rule.tokens) / most} height="4" />
                </svg>
                <span class="size">{tokensOf(rule.tokens, value.tokens_estimated)}</span>
              </li>
            ))}
          </ol>
        </Section>
        <div>
          <ToolBudgets tools={value.tools} isEstimate={value.tokens_estimated} />
          <NearCopies />
          <UnreachedRules rules={rules} />
        </div>
      </div>
    </>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
