import { client } from "../data/projects.ts";
import { useAnswer } from "../data/use-loaded.ts";
import { countOf } from "../parts/numbers.ts";
import { Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";

/** Advice that agents received and have not followed yet. */
export function SoftHooks() {
  const hooks = useAnswer(() => client.value.softHooks.list());
  const found = hooks.value.value?.soft_hooks ?? [];
  if (found.length === 0) return null;
  return (
    <Section title="Open soft hooks" detail={found.length} tone="warn">
      <ul class="rows">
        {found.map((one) => (
          <li key={one.key}>
            <strong>{one.rule_id}</strong>{" "}
            <span class="why">
              <Text value={`${one.agent}, session ${one.session}, ignored ${countOf(one.ignore_count, "time")}`} />
            </span>
            {one.file !== null && (
              <span class="meta">
                <Text value={one.file} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
