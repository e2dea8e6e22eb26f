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
        {value.rules.map(({ id, name, followed, broken, mended }) => {
          const percent = followed.of === 0 ? undefined : Math.round((100 * followed.count) / followed.of);
          return (
            <li key={id} class="adherence">
              <strong>
                <Text value={name} />
              </strong>
              <svg class="interval" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect class="back" width="100" height="8" />
                {percent !== undefined && (
                  <rect class="range" x={100 * followed.low} width={100 * (followed.high - followed.low)} height="8" />
                )}
                {percent !== undefined && <rect class="point" x={Math.min(99, percent)} width="1.2" height="8" />}
              </svg>
              <span class="meta">
                {percent === undefined
                  ? "no occasion yet"
                  : `followed on ${percent} % of ${countOf(followed.of, "occasion")}; ${countOf(broken, "session")} broke it, ${mended} mended it`}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
