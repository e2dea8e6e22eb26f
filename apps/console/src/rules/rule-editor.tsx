import type { WireRule } from "@precept/contract";
import { useComputed, useSignal } from "@preact/signals";
import { ServerError } from "@precept/client";
import { client } from "../data/projects.ts";
import { messageOf, useLoaded } from "../data/use-loaded.ts";
import { Badge } from "../parts/badge.tsx";
import { Diff } from "../parts/diff.tsx";
import { Problem } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import { toFileText } from "./to-file-text.ts";

interface RuleEditorProps {
  readonly rule: WireRule;
  /** The revision that is edited. A newer one is not overwritten. */
  readonly etag: string | undefined;
  readonly onDone: () => void;
}

/** Changes the description, the patterns, the priority and the text of a rule. Shows its problems while the user types, and what would change. */
export function RuleEditor({ rule, etag, onDone }: RuleEditorProps) {
  // The texts that the user edits do not change when a newer revision is loaded.
  const edited = useSignal(rule);
  const revision = useSignal(etag);
  const description = useSignal(rule.description);
  const globs = useSignal(rule.globs.join("\n"));
  const priority = useSignal(rule.priority);
  const content = useSignal(rule.content);
  const problem = useSignal<string | undefined>(undefined);
  const patterns = useComputed(() =>
    globs.value
      .split("\n")
      .map((one) => one.trim())
      .filter(Boolean),
  );
  const checked = useLoaded(
    () => ({
      name: rule.name,
      description: description.value,
      globs: patterns.value,
      priority: priority.value,
      content: content.value,
    }),
    (fields) => client.value.rules.validate({ content: toFileText(fields) }),
  );

  async function save(): Promise<void> {
    problem.value = undefined;
    const before = edited.value;
    const changed = {
      ...(description.value !== before.description && { description: description.value }),
      ...(patterns.value.join("\n") !== before.globs.join("\n") && { globs: patterns.value }),
      ...(priority.value !== before.priority && { priority: priority.value }),
      ...(content.value !== before.content && { content: content.value }),
    };
    try {
      if (Object.keys(changed).length > 0) {
        const options = revision.value === undefined ? {} : { ifMatch: revision.value };
        await client.value.rules.update(rule.id, changed, { ...options, query: { scope: rule.scope } });
      }
      onDone();
    } catch (error) {
      problem.value =
        error instanceof ServerError && error.status === 412
          ? "Another client changed the rule in the meantime. Your text is still here: copy it, close the editor, and edit the new version."
          : messageOf(error);
    }
  }

  const found = checked.value.value?.diagnostics ?? [];
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Problem message={problem.value} />
      <label for="edit-description">Description</label>
      <input
        id="edit-description"
        required
        maxLength={500}
        value={description.value}
        onInput={({ currentTarget }) => (description.value = currentTarget.value)}
      />
      <label for="edit-globs">Patterns, one in each line</label>
      <textarea
        id="edit-globs"
        class="code"
        rows={2}
        spellcheck={false}
        value={globs.value}
        onInput={({ currentTarget }) => (globs.value = currentTarget.value)}
      />
      <label for="edit-priority">Priority, 1 to 100</label>
      <input
        id="edit-priority"
        type="number"
        min={1}
        max={100}
        value={priority.value}
        onInput={({ currentTarget }) => (priority.value = currentTarget.valueAsNumber)}
      />
      <label for="edit-content">Text</label>
      <textarea
        id="edit-content"
        class="code"
        rows={14}
        required
        spellcheck={false}
        value={content.value}
        onInput={({ currentTarget }) => (content.value = currentTarget.value)}
      />
      <ul class="rows" aria-live="polite" aria-label="Problems">
        {found.map(({ code, severity, message, line }) => (
          <li key={`${code} ${line ?? ""} ${message}`}>
            <Badge tone={severity === "error" ? "bad" : "warn"}>{severity}</Badge> <Text value={message} />
          </li>
        ))}
      </ul>
      {content.value !== edited.value.content && <Diff before={edited.value.content} after={content.value} />}
      <div class="buttons">
        <button type="submit" class="primary">
          Save
        </button>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}
