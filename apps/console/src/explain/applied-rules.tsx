import type { ResolveAnswer } from "@precept/contract";
import { formatNumber } from "@precept/core";
import { Badge } from "../parts/badge.tsx";
import { LongList } from "../parts/long-list.tsx";
import { countOf, tokensOf } from "../parts/numbers.ts";
import { Empty, Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import { RuleLink } from "../rules/rule-link.tsx";

/** The rules that apply, in the order of the prompt. */
export function AppliedRules({ answer: { applied, totals, budget } }: { readonly answer: ResolveAnswer }) {
  const detail = `${countOf(applied.length, "rule")} of ${formatNumber(totals.evaluated)}, ${tokensOf(totals.tokens, budget.tokens_estimated)}`;
  const most = Math.max(1, ...applied.map(({ tokens }) => tokens));
  return (
    <Section title="Applies" detail={detail} tone="good">
      {applied.length === 0 ? (
        <Empty>{totals.evaluated === 0 ? "The project has no rules." : "No rule applies to this request."}</Empty>
      ) : (
        <LongList items={applied} class="applied" isOrdered>
          {(rule) => (
            <li key={rule.id}>
              <div class="line">
                <RuleLink rule={rule} />
                <span class="why">
                  <Text value={rule.reason} />
                </span>
                <span class="size">
                  <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                    <rect width={(100 * rule.tokens) / most} height="4" />
                  </svg>
                  {tokensOf(rule.tokens, budget.tokens_estimated)}
                </span>
              </div>
              <div class="meta">
                <Text value={rule.source_path ?? rule.id} />
                <Badge>{rule.scope}</Badge>
                <span>priority {rule.priority}</span>
                <span>{formatNumber(rule.characters)} characters</span>
                {rule.cut && <Badge tone="warn">cut to fit</Badge>}
              </div>
            </li>
          )}
        </LongList>
      )}
    </Section>
  );
}
