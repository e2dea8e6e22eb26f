import { formatNumber } from "@precept/core";
import { hrefOf, pageLocation } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { useAnswer } from "../data/use-loaded.ts";
import { countOf } from "../parts/numbers.ts";
import { Empty, Problem, Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import { formatTime } from "../parts/times.ts";
import { Adherence } from "./adherence.tsx";
import { Timeline } from "./timeline.tsx";

/** What agents received and did, and how well they followed rules. */
export function Sessions() {
  const sessions = useAnswer(() => client.value.sessions.list());
  const { value, problem } = sessions.value;
  const selected = pageLocation.value.params.get("session") ?? "";
  if (value === undefined) return <Problem message={problem} />;
  return (
    <div class="columns">
      <div>
        <Problem message={problem} />
        <Section title="Sessions" detail={formatNumber(value.total)}>
          {value.sessions.length === 0 && (
            <Empty>
              No sessions yet. Agents are recorded once their hooks are installed: run <code>precept install</code>.
            </Empty>
          )}
          <ul class="rows">
            {value.sessions.map((one) => (
              <li key={one.session}>
                <a
                  class="rule"
                  href={hrefOf("sessions", { session: one.session })}
                  aria-current={one.session === selected ? "true" : undefined}
                >
                  <Text value={one.session} />
                </a>
                <span class="meta">
                  <span>{formatTime(one.last)}</span>
                  <Text value={one.agents.join(", ")} />
                  <span>{countOf(one.prompts, "prompt")}</span>
                  <span>{countOf(one.rules, "rule")}</span>
                  <span>{countOf(one.tokens, "token")}</span>
                  {one.denied > 0 && <span>{one.denied} denied</span>}
                  {one.gaps > 0 && <span class="warning">{countOf(one.gaps, "gap")}</span>}
                </span>
              </li>
            ))}
          </ul>
        </Section>
        <Adherence />
      </div>
      <aside class="panel" aria-label="Timeline">
        {selected === "" ? (
          <Empty>Choose a session to see what happened in it.</Empty>
        ) : (
          <Timeline key={selected} session={selected} />
        )}
      </aside>
    </div>
  );
}
