import type { ProjectRoutes, RouteOutput } from "@precept/contract";
import { formatNumber } from "@precept/core";
import { hrefOf } from "../data/location.ts";
import { countOf, tokensOf } from "../parts/numbers.ts";
import { Empty, Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";

type ToolBudget = RouteOutput<ProjectRoutes["getBudget"]>["tools"][number];

interface ToolBudgetsProps {
  readonly tools: readonly ToolBudget[];
  readonly isEstimate: boolean;
}

/** How much of its limits each tool's own reading takes. */
export function ToolBudgets({ tools, isEstimate }: ToolBudgetsProps) {
  return (
    <Section title="Tools" detail="what each reads itself, for a request without files">
      {tools.length === 0 && <Empty>The project has no files of other tools.</Empty>}
      <ul class="rows">
        {tools.map((one) => (
          <li key={one.tool}>
            <strong>
              <a href={hrefOf("explain", { tool: one.tool, view: "tool" })}>{one.title}</a>
            </strong>{" "}
            <span class="why">
              {countOf(one.rules, "rule")}, {tokensOf(one.tokens, isEstimate)}
              {one.dropped > 0 && `, ${countOf(one.dropped, "rule")} dropped`}
            </span>
            {one.limits.map((limit) => (
              <Limit key={limit.description} limit={limit} characters={one.characters} />
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Limit({ limit, characters }: { readonly limit: ToolBudget["limits"][number]; readonly characters: number }) {
  const isTotal = limit.applies_to === "all_rules";
  const share = Math.min(1, characters / limit.max);
  return (
    <div class="limit">
      {isTotal && (
        <svg class={`bar ${share > 0.9 ? "full" : ""}`} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect width={100 * share} height="4" />
        </svg>
      )}
      <span class="meta">
        <span>
          {isTotal ? `${formatNumber(characters)} of ` : "at most "}
          {formatNumber(limit.max)} {limit.unit}
          {isTotal ? "" : " in each file"}
        </span>
        <Text value={limit.description} />
      </span>
    </div>
  );
}
