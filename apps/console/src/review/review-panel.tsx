import type { ReviewDecision } from "@precept/contract/values";
import { useSignal } from "@preact/signals";
import { hrefOf } from "../data/location.ts";
import { mayEdit } from "../data/session-state.ts";
import { CodeEditor } from "../editor/code-editor.tsx";
import { Diff } from "../parts/diff.tsx";
import { Section } from "../parts/section.tsx";
import { Text, TextBlock } from "../parts/text.tsx";
import { RuleFields } from "../rules/rule-fields.tsx";
import { decisionsFor, type ReviewItem } from "./review-item.ts";

/** What each decision does, as the reference of the routes says. */
const effects: Readonly<Record<ReviewDecision, string>> = {
  accept: "The rule applies, and is no longer listed",
  edit: "Accept the rule with another text",
  merge: "Accept the rule; it supersedes the similar ones",
  reject: "Disable the rule",
};

interface ReviewPanelProps {
  readonly item: ReviewItem;
  readonly isEditing: boolean;
  readonly onDecide: (decision: ReviewDecision, content?: string) => void;
  readonly onCancel: () => void;
}

/** A rule to decide about, with the rules that it resembles or contradicts. */
export function ReviewPanel({ item, isEditing, onDecide, onCancel }: ReviewPanelProps) {
  const { rule, reason, similar } = item;
  const content = useSignal(rule.content);
  return (
    <>
      <h2>
        <Text value={rule.name} />
        <span class="actions">
          <a class="button" href={hrefOf("rules", { rule: rule.id })}>
            Open
          </a>
        </span>
      </h2>
      <p class="summary">
        <Text value={reason} />
      </p>
      {mayEdit(rule) && !isEditing && (
        <div class="buttons">
          {decisionsFor(item).map((decision) => (
            <button
              key={decision}
              type="button"
              class={decision === "accept" ? "primary" : ""}
              title={effects[decision]}
              aria-keyshortcuts={decision.charAt(0)}
              onClick={() => onDecide(decision)}
            >
              <u>{decision.charAt(0).toUpperCase()}</u>
              {decision.slice(1)}
            </button>
          ))}
        </div>
      )}
      {isEditing ? (
        <form
          class="editor"
          onSubmit={(event) => {
            event.preventDefault();
            onDecide("edit", content.value);
          }}
        >
          <CodeEditor
            label="Text"
            language="markdown"
            initialValue={content.value}
            hasFocus
            onChange={(text) => (content.value = text)}
          />
          <div class="buttons">
            <button type="submit" class="primary">
              Accept this text
            </button>
            <button type="button" onClick={onCancel}>
              Cancel
            </button>
          </div>
        </form>
      ) : (
        <TextBlock value={rule.content} label={`Text of ${rule.name}`} />
      )}
      <RuleFields rule={rule} />
      {similar.map(({ kind, rule: other, reason: why }) => (
        <Section key={other.id} title={`${kind === "contradiction" ? "Contradicts" : "Is similar to"} ${other.name}`} tone="warn">
          <p class="summary">
            <Text value={why} />
          </p>
          {kind === "contradiction" ? (
            <TextBlock value={other.content} label={`Text of ${other.name}`} />
          ) : (
            <Diff before={other.content} after={rule.content} />
          )}
        </Section>
      ))}
    </>
  );
}
