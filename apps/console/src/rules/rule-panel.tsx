import { useSignal } from "@preact/signals";
import { changeParams, hrefOf } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { mayEdit } from "../data/session-state.ts";
import { useLoaded } from "../data/use-loaded.ts";
import { Problem } from "../parts/section.tsx";
import { Text, TextBlock } from "../parts/text.tsx";
import { RuleEditor } from "./rule-editor.tsx";
import { RuleFields } from "./rule-fields.tsx";
import { RuleHistory } from "./rule-history.tsx";
import { selectedRule } from "./selected-rule.ts";

interface RulePanelProps {
  readonly id: string;
  /** Whether the rule can be changed here, and its history is shown. */
  readonly isWhole?: boolean;
}

/** The text of a rule, and when it applies. */
export function RulePanel({ id, isWhole = false }: RulePanelProps) {
  const isEditing = useSignal("");
  const loaded = useLoaded(
    () => (selectedRule.value === "" ? undefined : selectedRule.value),
    (rule) => client.value.send("getRule", { params: { rule } }),
  );
  const { value, problem } = loaded.value;
  const rule = value?.body;
  return (
    <>
      <h2>
        <Text value={rule?.name ?? id} />
        <span class="actions">
          {isWhole && rule !== undefined && mayEdit(rule) && isEditing.value !== id && (
            <button type="button" onClick={() => (isEditing.value = id)}>
              Edit
            </button>
          )}
          {!isWhole && (
            <a class="button" href={hrefOf("rules", { rule: id })}>
              Open
            </a>
          )}
          <button type="button" onClick={() => changeParams({ rule: undefined })}>
            Close
          </button>
        </span>
      </h2>
      <Problem message={problem} />
      {rule !== undefined && isEditing.value === id && (
        <RuleEditor rule={rule} etag={value?.etag} onDone={() => (isEditing.value = "")} />
      )}
      {rule !== undefined && isEditing.value !== id && (
        <>
          <RuleFields rule={rule} />
          <TextBlock value={rule.content} label={`Text of ${rule.name}`} />
          {isWhole && <RuleHistory id={rule.id} current={rule} />}
        </>
      )}
    </>
  );
}
