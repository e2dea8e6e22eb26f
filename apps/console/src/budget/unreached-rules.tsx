import { hrefOf } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { useAnswer } from "../data/use-loaded.ts";
import { LongList } from "../parts/long-list.tsx";
import { Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import type { CostedRule } from "./treemap.tsx";

/** Rules for files whose patterns match no file of the project. */
export function UnreachedRules({ rules }: { readonly rules: readonly CostedRule[] }) {
  const files = useAnswer(() => client.value.project.files());
  const { value } = files.value;
  if (value === undefined || !value.is_complete) return null;
  const reached = new Set(value.rules.map(({ id }) => id));
  const unreached = rules.filter(({ inclusion, id }) => inclusion === "fileMatch" && !reached.has(id));
  if (unreached.length === 0) return null;
  return (
    <Section title="Match no file" detail={unreached.length} tone="warn">
      <LongList items={unreached} class="rows">
        {({ id, name, source_path: path }) => (
          <li key={id}>
            <a class="rule" href={hrefOf("rules", { rule: id })}>
              <Text value={name} />
            </a>{" "}
            <span class="why">
              <Text value={path ?? id} />
            </span>
          </li>
        )}
      </LongList>
    </Section>
  );
}
