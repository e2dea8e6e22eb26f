import { LongList } from "../parts/long-list.tsx";
import { Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import type { Plan } from "./request.ts";

type Note = Plan["notes"][number];

/** The headings of notes, as in the output of the commands, in the order in which they are shown. */
const titles: Readonly<Record<Note["kind"], string>> = {
  conflict: "Conflicts",
  left_out: "Left out",
  not_written: "Not written",
  unreadable: "Cannot be read",
  read_differently: "Read differently",
  read_twice: "Read twice",
  too_long: "Too long",
  not_copied: "Not copied with their skills",
  reduced: "Written with less",
  skipped: "Skipped",
  similar: "Similar files, a rule each",
  note: "Notes",
  excluded: "Files that are not part of the project",
  damaged: "Damaged",
};

const serious: ReadonlySet<Note["kind"]> = new Set(["conflict", "left_out", "not_written", "unreadable", "too_long", "damaged"]);

/** What a plan loses or leaves out, and what the user has to decide. */
export function Notes({ notes }: { readonly notes: readonly Note[] }) {
  const byKind = Map.groupBy(notes, ({ kind }) => kind);
  return (
    <>
      {(Object.keys(titles) as Note["kind"][]).map((kind) => {
        const found = byKind.get(kind) ?? [];
        if (found.length === 0) return null;
        return (
          <Section key={kind} title={titles[kind]} detail={found.length} tone={serious.has(kind) ? "warn" : "quiet"}>
            <LongList items={found} class="rows">
              {({ subject, tool, message }) => (
                <li key={`${subject} ${tool ?? ""} ${message}`}>
                  <strong>
                    <Text value={subject} />
                  </strong>{" "}
                  {tool !== null && <span class="why">{tool} · </span>}
                  <span class="why">
                    <Text value={message} />
                  </span>
                </li>
              )}
            </LongList>
          </Section>
        );
      })}
    </>
  );
}
