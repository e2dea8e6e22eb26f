import type { ResolveAnswer } from "@precept/contract";
import { formatNumber } from "@precept/core";
import { Badge } from "../parts/badge.tsx";
import { LongList } from "../parts/long-list.tsx";
import { countOf, tokensOf } from "../parts/numbers.ts";
import { Empty, Section } from "../parts/section.tsx";
import { Names, Text } from "../parts/text.tsx";
import { AppliedRules } from "./applied-rules.tsx";
import { RuleLink } from "../rules/rule-link.tsx";
import { SkippedRules } from "./skipped-rules.tsx";

/** How many of the rules are named that an agent can ask for, but that are not listed. */
const maxLeftOut = 30;

/** The answer to a request, in the order in which a reader asks. */
export function Answer({ answer }: { readonly answer: ResolveAnswer }) {
  return (
    <>
      <AppliedRules answer={answer} />
      <Conflicts answer={answer} />
      <Dropped answer={answer} />
      <Requestable answer={answer} />
      <SkippedRules answer={answer} />
      <Diagnostics answer={answer} />
    </>
  );
}

interface AnswerProps {
  readonly answer: ResolveAnswer;
}

function Conflicts({ answer: { conflicts } }: AnswerProps) {
  if (conflicts.length === 0) return null;
  return (
    <Section title="Conflicts" detail={conflicts.length} tone="warn">
      <LongList items={conflicts} class="rows">
        {({ kind, detail, ids }) => (
          <li key={`${kind} ${ids.join(" ")}`}>
            <Badge tone="warn">{kind}</Badge> <Text value={detail} />
          </li>
        )}
      </LongList>
    </Section>
  );
}

function Dropped({ answer: { dropped, budget } }: AnswerProps) {
  if (dropped.length === 0) return null;
  return (
    <Section title="Dropped by the budget" detail={countOf(dropped.length, "rule")} tone="bad">
      <LongList items={dropped} class="rows">
        {(rule) => (
          <li key={rule.id}>
            <RuleLink rule={rule} /> <span class="why">{rule.reason}</span>
            <span class="meta">
              {formatNumber(rule.characters)} characters · {tokensOf(rule.tokens, budget.tokens_estimated)}
            </span>
          </li>
        )}
      </LongList>
    </Section>
  );
}

function Requestable({ answer: { requestable, budget } }: AnswerProps) {
  const { listed, left_out: leftOut } = requestable;
  if (listed.length + leftOut.length === 0) return null;
  const detail = `${countOf(listed.length, "rule")} listed, ${tokensOf(requestable.tokens, budget.tokens_estimated)}`;
  return (
    <Section title="Can be asked for" detail={detail}>
      <LongList items={listed} class="rows">
        {(rule) => (
          <li key={rule.id}>
            <RuleLink rule={rule} />{" "}
            <span class="why">
              <Text value={rule.description} />
            </span>
          </li>
        )}
      </LongList>
      {leftOut.length > 0 && (
        <Empty>
          {formatNumber(leftOut.length)} are not listed, because there is no room:{" "}
          <Names values={leftOut.slice(0, maxLeftOut).map(({ name }) => name)} />
          {leftOut.length > maxLeftOut && ` and ${formatNumber(leftOut.length - maxLeftOut)} more`}
        </Empty>
      )}
    </Section>
  );
}

function Diagnostics({ answer: { diagnostics } }: AnswerProps) {
  if (diagnostics.length === 0) return null;
  return (
    <Section title="Problems" detail={diagnostics.length} tone="warn">
      <LongList items={diagnostics} class="rows">
        {({ code, severity, message, file, line, hint }) => (
          <li key={`${code} ${file ?? ""} ${line ?? ""} ${message}`}>
            <Badge tone={severity === "error" ? "bad" : "warn"}>{severity}</Badge> <Text value={message} />
            <span class="meta">
              {file !== null && <Text value={line === null ? file : `${file}:${line}`} />}{" "}
              {hint !== null && <Text value={hint} />}
            </span>
          </li>
        )}
      </LongList>
    </Section>
  );
}
