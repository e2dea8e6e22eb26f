import { changeParams } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { useLoaded } from "../data/use-loaded.ts";
import { RuleFacts } from "../parts/rule-facts.tsx";
import { Problem } from "../parts/section.tsx";
import { Text, TextBlock } from "../parts/text.tsx";
import { selectedRule } from "./request.ts";

/** The text of a rule, and when it applies. */
export function RulePanel({ id }: { readonly id: string }) {
  const rule = useLoaded(
    () => selectedRule.value,
    (one) => client.value.rules.get(one),
  );
  const { value, problem } = rule.value;
  return (
    <>
      <h2>
        <Text value={value?.name ?? id} />
        <button type="button" class="copy" onClick={() => changeParams({ rule: undefined })}>
          Close
        </button>
      </h2>
      <Problem message={problem} />
      {value !== undefined && (
        <>
          <RuleFacts rule={value} />
          <TextBlock value={value.content} label={`Text of ${value.name}`} />
        </>
      )}
    </>
  );
}
