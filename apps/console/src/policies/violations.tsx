import { client } from "../data/projects.ts";
import { useAnswer } from "../data/use-loaded.ts";
import { Problem, Section } from "../parts/section.tsx";
import { DayBars } from "./day-bars.tsx";

const limit = 500;

/** The last violations in the audit log, by day. The log lists them one by one. */
export function Violations() {
  const audit = useAnswer(() => client.value.audit.list({ limit }));
  const { value, problem } = audit.value;
  if (value === undefined || value.entries.length === 0) return <Problem message={problem} />;
  const { entries, previous } = value;
  return (
    <Section title="Violations" detail={previous === null ? entries.length : `the last ${limit}`}>
      <DayBars times={entries.map(({ timestamp }) => timestamp)} />
    </Section>
  );
}
