import type { ProjectRoutes, RouteOutput } from "@precept/contract";
import { client } from "../data/projects.ts";
import { useAnswer } from "../data/use-loaded.ts";
import { countOf } from "../parts/numbers.ts";
import { Empty, Problem, Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";

/** How often agents followed each rule that has checks. */
export function Adherence() {
  const loaded = useAnswer(() => client.value.sessions.adherence());
  const { value, problem } = loaded.value;
  if (value === undefined) return <Problem message={problem} />;
  return (
    <Section title="Adherence" detail={countOf(value.rules.length, "checked rule")}>
      {value.rules.length === 0 && (
        <Empty>
          No rule has <code>checks</code>, so nothing shows whether agents follow them.
        </Empty>
      )}
      <ul class="rows">
        {value.rules.map(({ id, name, followed, days, broken, mended }) => {
          const percent = followed.of === 0 ? undefined : Math.round((100 * followed.count) / followed.of);
          return (
            <li key={id} class="adherence">
              <strong>
                <Text value={name} />
              </strong>
              <Days days={days} />
              <span class="meta">
                {percent === undefined
                  ? "no occasion yet"
                  : `followed on ${percent} % of ${countOf(followed.of, "occasion")} (95 % interval: ${toPercent(followed.low)} to ${toPercent(followed.high)} %)${trendOf(days)}; ${countOf(broken, "session")} broke it, ${mended} mended it`}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

type Day = RouteOutput<ProjectRoutes["listAdherence"]>["rules"][number]["days"][number];

const width = 160;
const height = 32;

/** A small picture of the last days: how much of the bar is filled is how often the rule was followed on a day. */
function Days({ days }: { readonly days: readonly Day[] }) {
  const shown = days.slice(-maxDays);
  const step = width / maxDays;
  return (
    <svg class="day-marks" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {shown.map(({ day, followed: { count, of } }, at) => {
        const filled = of === 0 ? 0 : (height * count) / of;
        return (
          <g key={day}>
            <rect class="back" x={at * step} y={0} width={step - 2} height={height} />
            <rect class="filled" x={at * step} y={height - filled} width={step - 2} height={filled} />
          </g>
        );
      })}
    </svg>
  );
}

/** How many days are drawn, the newest ones. */
const maxDays = 20;

/** How the last day compares with the days before. */
function trendOf(days: readonly Day[]): string {
  const last = days.at(-1);
  const before = days
    .slice(0, -1)
    .reduce((sum, { followed }) => ({ count: sum.count + followed.count, of: sum.of + followed.of }), {
      count: 0,
      of: 0,
    });
  if (last === undefined || before.of === 0) return "";
  const change = toPercent(last.followed.count / last.followed.of) - toPercent(before.count / before.of);
  const word = change === 0 ? "as before" : change > 0 ? "rising" : "falling";
  return `, ${word} on ${last.day}`;
}

function toPercent(share: number): number {
  return Math.round(100 * share);
}
