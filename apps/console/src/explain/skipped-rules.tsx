import type { ResolveAnswer } from "@precept/contract";
import { formatNumber } from "@precept/core";
import { countOf } from "../parts/numbers.ts";
import { Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import { RuleLink } from "../rules/rule-link.tsx";

/** The kinds of reasons, as the counts above the list name them. */
const kindTexts: Readonly<Record<string, string>> = {
  noFileMatched: "no file matched",
  outsideBase: "no file inside their directory",
  notRequested: "not asked for",
  notRelevant: "not relevant to the prompt",
  disabled: "disabled",
  pending: "waiting for approval",
  expired: "expired",
  notYetValid: "not valid yet",
  overridden: "overridden",
  shadowed: "shadowed",
  duplicate: "duplicates",
  superseded: "superseded",
  replacedByOverlay: "replaced by a personal overlay",
  inAgentContext: "already in the prompt",
  wrongProject: "of another project",
  wrongUser: "of another user",
  wrongSession: "of another session",
  wrongTarget: "for other tools",
  unmetCondition: "condition not met",
  wrongContext: "for another context",
  noGlobs: "without a pattern",
  noSearch: "no search",
};

/** The rules that do not apply, the nearest first. */
export function SkippedRules({ answer: { nearest_skipped: nearest } }: { readonly answer: ResolveAnswer }) {
  if (nearest === undefined || nearest.counts.length === 0) return null;
  const { rules, counts } = nearest;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const summary = counts.map(({ kind, count }) => `${formatNumber(count)} ${kindTexts[kind] ?? kind}`).join(" · ");
  return (
    <Section title="Does not apply" detail={`${countOf(total, "rule")}, nearest first`}>
      <p class="summary">{summary}</p>
      <ul class="rows skipped">
        {rules.map((rule) => (
          <li key={rule.id}>
            <RuleLink rule={rule} />{" "}
            <span class="why">
              <Text value={rule.reason} />
            </span>
          </li>
        ))}
      </ul>
      {total > rules.length && <p class="summary">{formatNumber(total - rules.length)} more rules do not apply.</p>}
    </Section>
  );
}
