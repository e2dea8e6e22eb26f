import { useSignal } from "@preact/signals";
import { changes } from "../data/changes.ts";
import { client } from "../data/projects.ts";
import { isAdmin } from "../data/session-state.ts";
import { messageOf, useLoaded } from "../data/use-loaded.ts";
import { CodeEditor } from "../editor/code-editor.tsx";
import { Badge } from "../parts/badge.tsx";
import { countOf } from "../parts/numbers.ts";
import { Problem } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";

interface PolicyEditorProps {
  /** The text of a policy file. */
  readonly initialText: string;
  readonly onDone: (message?: string) => void;
}

/** Writes a policy. Checks it and runs its tests while the user types. */
export function PolicyEditor({ initialText, onDone }: PolicyEditorProps) {
  const text = useSignal(initialText);
  const problem = useSignal<string | undefined>(undefined);
  const checked = useLoaded(
    () => (text.value.trim() === "" ? undefined : { rule: text.value }),
    (body) => client.value.policies.validate(body),
  );
  const { value } = checked.value;
  const marks = value?.diagnostics.map(({ severity, message, line }) => ({
    severity: severity === "error" ? ("error" as const) : ("warning" as const),
    message,
    line,
  }));

  async function register(save: boolean): Promise<void> {
    try {
      const { rule_ids: ids, accepted, diagnostics } = await client.value.policies.register({ rule: text.value, save });
      changes.value += 1;
      if (accepted) onDone(`${save ? "Saved" : "Registered"}: ${ids.join(", ")}`);
      else problem.value = diagnostics.map(({ message }) => message).join(" ");
    } catch (error) {
      problem.value = messageOf(error);
    }
  }

  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        void register(isAdmin());
      }}
    >
      <CodeEditor
        label="Policy"
        language="yaml"
        initialValue={initialText}
        onChange={(changed) => (text.value = changed)}
        problems={marks ?? []}
        hasFocus
      />
      <Problem message={problem.value ?? checked.value.problem} />
      <div aria-live="polite">{value !== undefined && <Checked value={value} />}</div>
      <div class="buttons">
        {isAdmin() && (
          <button type="submit" class="primary" disabled={value?.valid !== true}>
            Save in the project
          </button>
        )}
        <button
          type={isAdmin() ? "button" : "submit"}
          disabled={value?.valid !== true}
          onClick={() => isAdmin() && void register(false)}
        >
          Register until the restart
        </button>
        <button type="button" onClick={() => onDone()}>
          Cancel
        </button>
      </div>
    </form>
  );
}

type Validated = Awaited<ReturnType<typeof client.value.policies.validate>>;

function Checked({ value: { tests, diagnostics } }: { readonly value: Validated }) {
  const failed = tests.filter(({ outcome }) => outcome !== "passed");
  return (
    <ul class="rows" aria-label="Checks of the policy">
      {diagnostics.map(({ code, severity, message, line }) => (
        <li key={`${code} ${line ?? ""} ${message}`}>
          <Badge tone={severity === "error" ? "bad" : "warn"}>{severity}</Badge> <Text value={message} />
        </li>
      ))}
      {tests.length > 0 && (
        <li>
          <Badge tone={failed.length === 0 ? "good" : "warn"}>tests</Badge>{" "}
          {failed.length === 0 ? `${countOf(tests.length, "test")} passed` : `${failed.length} of ${tests.length} did not pass`}
        </li>
      )}
      {failed.map(({ rule_id: id, list, index, outcome, detail }) => (
        <li key={`${id} ${list} ${index}`}>
          <Badge tone="warn">{outcome}</Badge> <Text value={`${list} text ${index + 1} of ${id}: ${detail ?? ""}`} />
        </li>
      ))}
    </ul>
  );
}
