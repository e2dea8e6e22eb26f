import { useSignal } from "@preact/signals";
import { changeParams, pageLocation } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { useAnswer, useLoaded } from "../data/use-loaded.ts";
import { Badge } from "../parts/badge.tsx";
import { countOf } from "../parts/numbers.ts";
import { Empty, Problem, Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import { formatTime } from "../parts/times.ts";

/** The logs, by their names in requests. */
const kinds = { violations: "Violations", soft_hooks: "Soft hooks", registrations: "Changes of policies" } as const;

type Kind = keyof typeof kinds;

/** How many entries are shown at a time. */
const limit = 50;

/** The entries of the audit log, newest first, and whether the chain of each log is intact. */
export function AuditLog() {
  const before = useSignal<string | undefined>(undefined);
  const page = useLoaded(
    () => ({
      kind: kindOf(pageLocation.value.params.get("log")),
      limit,
      ...(before.value !== undefined && { before: before.value }),
    }),
    (query) => client.value.audit.list(query),
  );
  const { value, problem } = page.value;
  const kind = kindOf(pageLocation.value.params.get("log"));
  return (
    <Section title="Audit log">
      <Chain />
      <label class="inline">
        Kind of entries
        <select
          value={kind}
          onChange={({ currentTarget }) => {
            before.value = undefined;
            changeParams({ log: currentTarget.value });
          }}
        >
          {Object.entries(kinds).map(([id, title]) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <Problem message={problem} />
      {value?.entries.length === 0 && <Empty>No entries.</Empty>}
      <ul class="rows" aria-label="Entries of the audit log">
        {value?.entries.toReversed().map((entry) => (
          <li key={entry.log_id}>
            <Badge>{wordFor(entry)}</Badge> <strong>{entry.rule_id}</strong>{" "}
            <Text value={textIn(entry["violation"], "message") || textOf(entry["reason"])} />
            <span class="meta">
              <span>{formatTime(entry.timestamp)}</span>
              <code>{entry.log_id}</code>
              <Text value={textIn(entry["context"], "file")} />
            </span>
          </li>
        ))}
      </ul>
      <div class="buttons">
        {before.value !== undefined && (
          <button type="button" onClick={() => (before.value = undefined)}>
            Newest
          </button>
        )}
        {typeof value?.previous === "string" && (
          <button type="button" onClick={() => (before.value = value.previous ?? undefined)}>
            Older
          </button>
        )}
      </div>
    </Section>
  );
}

/** Each log with its last hash, which proves the log if it is kept elsewhere. */
function Chain() {
  const verified = useAnswer(() => client.value.audit.verify());
  const { value, problem } = verified.value;
  if (value === undefined) return <Problem message={problem} />;
  return (
    <>
      <p class="summary">
        {value.intact
          ? "The audit log is intact: no entry is missing or was changed."
          : "The audit log was changed. Run `precept audit verify`."}
      </p>
      <ul class="rows" aria-label="Chains of the audit log">
        {value.logs.map(({ file, intact, entries, last, diagnostics }) => (
          <li key={file}>
            <Badge tone={intact ? "good" : "bad"}>{intact ? "intact" : "changed"}</Badge> <Text value={file} />{" "}
            <span class="why">{countOf(entries, "entry", "entries")}</span>
            <span class="meta">
              {last !== null && (
                <span>
                  last hash <code>{last.hash}</code>
                </span>
              )}
              {diagnostics.map(({ message }) => (
                <Text key={message} value={message} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function kindOf(name: string | null): Kind {
  return name !== null && Object.hasOwn(kinds, name) ? (name as Kind) : "violations";
}

/** What happened, in the word that entries of this kind have for it. */
function wordFor(entry: Readonly<Record<string, unknown>>): string {
  if (entry["removed"] === true) return "deleted";
  if (typeof entry["accepted"] === "boolean") return entry["accepted"] ? "registered" : "refused";
  return textOf(entry["action"] ?? entry["handler"] ?? entry["priority"]);
}

/** Entries of other kinds have other fields. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function textIn(value: unknown, field: string): string {
  return typeof value === "object" && value !== null ? textOf(Object.entries(value).find(([name]) => name === field)?.[1]) : "";
}
