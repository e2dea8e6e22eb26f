import { hrefOf } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { useAnswer } from "../data/use-loaded.ts";
import { LongList } from "../parts/long-list.tsx";
import { Section } from "../parts/section.tsx";
import { Names, Text } from "../parts/text.tsx";

/** Rules that say nearly the same, so that one of them could go. */
export function NearCopies() {
  const review = useAnswer(() => client.value.review.list());
  const items = review.value.value?.items.filter(({ kind }) => kind === "nearDuplicate") ?? [];
  if (items.length === 0) return null;
  return (
    <Section title="Near-copies" detail={items.length} tone="warn">
      <LongList items={items} class="rows">
        {({ key, rule, similar, reason }) => (
          <li key={key}>
            <a class="rule" href={hrefOf("rules", { rule: rule.id })}>
              <Text value={rule.name} />
            </a>{" "}
            <span class="why">
              and <Names values={similar.map((one) => one.rule.name)} />: <Text value={reason} />
            </span>
          </li>
        )}
      </LongList>
    </Section>
  );
}
