import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { hrefOf } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { useLoaded } from "../data/use-loaded.ts";
import { Empty, Problem, Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import { formatTime } from "../parts/times.ts";

/** How often the list is loaded again, in milliseconds: the server reports no event for a request. */
const intervalMs = 3000;

/** The last requests for rules, as they happen, newest first. */
export function Traces() {
  const tick = useSignal(0);
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && (tick.value += 1), intervalMs);
    return () => clearInterval(timer);
  }, [tick]);
  const loaded = useLoaded(
    () => ({ limit: 20, tick: tick.value }),
    ({ limit }) => client.value.traces.list({ limit }),
  );
  const { value, problem } = loaded.value;
  if (value === undefined) return <Problem message={problem} />;
  const { traces } = value;
  return (
    <Section title="Recent requests" detail={traces.length}>
      <Problem message={problem} />
      {traces.length === 0 && <Empty>No agent has asked for rules since the server started.</Empty>}
      <ul class="rows" aria-label="Recent requests">
        {traces.map(({ request_id: id, timestamp, files, applied, user_id: user }) => (
          <li key={id}>
            <a class="rule" href={hrefOf("explain", { file: files })}>
              <Text value={files.join(", ") || "no files"} />
            </a>{" "}
            <span class="why">
              <Text value={applied.join(", ") || "no rule applied"} />
            </span>
            <span class="meta">
              {timestamp !== null && <span>{formatTime(timestamp)}</span>}
              {user !== null && <Text value={user} />}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
