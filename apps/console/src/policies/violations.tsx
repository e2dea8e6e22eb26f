import { client } from "../data/projects.ts";
import { useAnswer } from "../data/use-loaded.ts";
import { Badge } from "../parts/badge.tsx";
import { Problem, Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import { formatTime } from "../parts/times.ts";
import { DayBars } from "./day-bars.tsx";

const limit = 500;
const maxListed = 50;

/** The last violations in the audit log, by day and one by one, and whether the log is intact. */
export function Violations() {
  const audit = useAnswer(async () => {
    const [page, verified] = await Promise.all([client.value.audit.list({ limit }), client.value.audit.verify()]);
    return { entries: page.entries.toReversed(), isCut: page.previous !== null, isIntact: verified.intact };
  });
  const { value, problem } = audit.value;
  if (value === undefined || value.entries.length === 0) return <Problem message={problem} />;
  const { entries, isCut, isIntact } = value;
  return (
    <Section title="Violations" detail={isCut ? `the last ${limit}` : entries.length} tone={isIntact ? "quiet" : "bad"}>
      <p class="summary">
        {isIntact
          ? "The audit log is intact: no entry is missing or was changed."
          : "The audit log was changed. Run `precept audit verify`."}
      </p>
      <DayBars times={entries.map(({ timestamp }) => timestamp)} />
      <ul class="rows">
        {entries.slice(0, maxListed).map((entry) => (
          <li key={entry.log_id}>
            <Badge>{textOf(entry["priority"])}</Badge> <strong>{entry.rule_id}</strong>{" "}
            <Text value={textIn(entry["violation"], "message")} />
            <span class="meta">
              <span>{formatTime(entry.timestamp)}</span>
              <Text value={textIn(entry["context"], "file")} />
              <span>{textOf(entry["handler"])}</span>
            </span>
          </li>
        ))}
      </ul>
      {entries.length > maxListed && <p class="summary">{entries.length - maxListed} older ones are counted above.</p>}
    </Section>
  );
}

/** Entries of other kinds have other fields. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function textIn(value: unknown, field: string): string {
  return typeof value === "object" && value !== null ? textOf(Object.entries(value).find(([name]) => name === field)?.[1]) : "";
}
