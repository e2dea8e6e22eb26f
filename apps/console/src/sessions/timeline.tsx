import type { SessionRecord } from "@precept/contract";
import { client } from "../data/projects.ts";
import { useLoaded } from "../data/use-loaded.ts";
import { Badge } from "../parts/badge.tsx";
import { countOf } from "../parts/numbers.ts";
import { Problem, Section } from "../parts/section.tsx";
import { Names, Text } from "../parts/text.tsx";
import { formatClock } from "../parts/times.ts";

/** How many records are shown, the newest ones. */
const maxRecords = 500;

/** What happened in a session, oldest first. */
export function Timeline({ session }: { readonly session: string }) {
  const loaded = useLoaded(
    () => session,
    (id) => client.value.sessions.get(id),
  );
  const { value, problem } = loaded.value;
  if (value === undefined) return <Problem message={problem} />;
  const records = value.records.slice(-maxRecords);
  return (
    <>
      {value.gaps.length > 0 && (
        <Section title="Gaps" detail={value.gaps.length} tone="warn">
          <ul class="rows">
            {value.gaps.map((gap) => (
              <li key={`${gap.at} ${gap.kind} ${gap.detail}`}>
                <Badge tone="warn">{gap.kind}</Badge> <Text value={gap.detail} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Timeline" detail={countOf(value.records.length, "record")}>
        {records.length < value.records.length && <p class="summary">The last {maxRecords} are shown.</p>}
        <ol class="rows timeline">
          {records.map((record, at) => (
            <li key={at}>
              <time dateTime={record.at}>{formatClock(record.at)}</time>
              <span>
                <RecordLine record={record} />
              </span>
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}

function RecordLine({ record }: { readonly record: SessionRecord }) {
  switch (record.kind) {
    case "receipt":
      return (
        <>
          <Badge tone="good">rules</Badge> {record.event}:{" "}
          {record.rules.length === 0 ? "none" : <Names values={record.rules.map(({ name }) => name)} />}
        </>
      );
    case "file":
      return (
        <>
          <Badge>{record.changes ? "changes" : "reads"}</Badge> <Names values={record.files} />
        </>
      );
    case "action":
      return <Badge>{record.action}</Badge>;
    case "decision":
      return (
        <>
          <Badge tone={record.verdict === "deny" ? "bad" : "quiet"}>{record.verdict}</Badge>{" "}
          <Names values={record.policies.map(({ id }) => id)} />
        </>
      );
    case "turn":
      return <Badge tone="warn">{record.turn}</Badge>;
  }
}
