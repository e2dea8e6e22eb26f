import type { WireRule } from "@precept/contract";
import { inclusions, inclusionTable } from "@precept/contract/values";
import { useComputed, useSignal } from "@preact/signals";
import { ServerError } from "@precept/client";
import { changes } from "../data/changes.ts";
import { client } from "../data/projects.ts";
import { messageOf, useAnswer, useLoaded } from "../data/use-loaded.ts";
import { CodeEditor } from "../editor/code-editor.tsx";
import { Badge } from "../parts/badge.tsx";
import { Diff } from "../parts/diff.tsx";
import { Problem } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import { changedFields, splitList, toFields, withFields, type EditedFields } from "./edited-fields.ts";
import { OtherVersion } from "./other-version.tsx";
import { ToolOutputs } from "./tool-outputs.tsx";
import { toFileText } from "./to-file-text.ts";

interface RuleEditorProps {
  /** The current version of the rule, also if another client changed it meanwhile. */
  readonly rule: WireRule;
  readonly etag: string | undefined;
  readonly onDone: () => void;
}

/**
 * Changes a rule. Shows its problems while the user types, what each tool would get of it, and what would change. If
 * another client changes the rule meanwhile, the user chooses between the two.
 */
export function RuleEditor({ rule, etag, onDone }: RuleEditorProps) {
  // What the user edits does not change when a newer version is loaded.
  const base = useSignal({ rule, etag });
  const edited = useSignal(toFields(rule));
  const problem = useSignal<string | undefined>(undefined);
  const tools = useAnswer(() => client.value.project.budget());
  const file = useComputed(() => toFileText(withFields(base.value.rule, edited.value)));
  const checked = useLoaded(
    () => ({ content: file.value.text, tools: (tools.value.value?.tools ?? []).map(({ tool }) => tool) }),
    (text) => client.value.rules.validate(text),
  );
  const set = (fields: Partial<EditedFields>): void => {
    edited.value = { ...edited.value, ...fields };
  };
  const restart = (from: WireRule, fields: EditedFields): void => {
    base.value = { rule: from, etag };
    edited.value = fields;
    problem.value = undefined;
  };

  async function save(): Promise<void> {
    problem.value = undefined;
    const changed = changedFields(base.value.rule, edited.value);
    try {
      if (Object.keys(changed).length > 0) {
        const options = base.value.etag === undefined ? {} : { ifMatch: base.value.etag };
        await client.value.rules.update(rule.id, changed, { ...options, query: { scope: rule.scope } });
        changes.value += 1;
      }
      onDone();
    } catch (error) {
      const isOutdated = error instanceof ServerError && error.status === 412;
      // The panel loads the other version, which then is shown.
      if (isOutdated) changes.value += 1;
      problem.value = isOutdated ? "Not saved: another client changed the rule in the meantime." : messageOf(error);
    }
  }

  const found = checked.value.value?.diagnostics ?? [];
  const isOutdated = etag !== base.value.etag;
  const before = base.value.rule.content;
  const { description, inclusion, globs, priority, targets, content } = edited.value;
  const marks = useComputed(() =>
    (checked.value.value?.diagnostics ?? []).map(({ severity, message, line }) => ({
      severity: severity === "error" ? ("error" as const) : ("warning" as const),
      message,
      line: line === null ? null : line - file.peek().headerLines,
    })),
  );
  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Problem message={problem.value} />
      {isOutdated && (
        <OtherVersion
          mine={edited.value.content}
          other={rule}
          onTakeOther={() => restart(rule, toFields(rule))}
          onKeepMine={() => restart(rule, edited.value)}
        />
      )}
      <label for="edit-description">Description</label>
      <input
        id="edit-description"
        required
        maxLength={500}
        value={description}
        onInput={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <div class="fields-in-row">
        <label>
          Applies
          <select
            value={inclusion}
            onChange={({ currentTarget }) => set({ inclusion: inclusions[currentTarget.selectedIndex] ?? inclusion })}
          >
            {inclusions.map((one) => (
              <option key={one} value={one} title={inclusionTable[one].description}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <label>
          Priority, 1 to 100
          <input
            type="number"
            min={1}
            max={100}
            required
            value={priority}
            onInput={({ currentTarget }) => set({ priority: currentTarget.valueAsNumber })}
          />
        </label>
        <label>
          Only for the tools
          <input value={targets} placeholder="all" onInput={({ currentTarget }) => set({ targets: currentTarget.value })} />
        </label>
      </div>
      <label for="edit-globs">Patterns, one in each line</label>
      <textarea
        id="edit-globs"
        class="code"
        rows={Math.max(2, splitList(globs).length)}
        spellcheck={false}
        value={globs}
        onInput={({ currentTarget }) => set({ globs: currentTarget.value })}
      />
      <span class="label" aria-hidden="true">
        Text
      </span>
      <CodeEditor
        label="Text"
        language="markdown"
        key={base.value.etag ?? ""}
        initialValue={content}
        onChange={(text) => set({ content: text })}
        problems={marks.value}
      />
      <ul class="rows" aria-live="polite" aria-label="Problems">
        {found.map(({ code, severity, message, line }) => (
          <li key={`${code} ${line ?? ""} ${message}`}>
            <Badge tone={severity === "error" ? "bad" : "warn"}>{severity}</Badge> <Text value={message} />
          </li>
        ))}
      </ul>
      {content !== before && <Diff before={before} after={content} />}
      <ToolOutputs outputs={checked.value.value?.outputs ?? []} />
      <div class="buttons">
        <button type="submit" class="primary" disabled={isOutdated}>
          Save
        </button>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}
