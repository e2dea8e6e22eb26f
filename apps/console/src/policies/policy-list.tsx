import type { ProjectRoutes, RouteOutput } from "@precept/contract";
import { useSignal } from "@preact/signals";
import { changes } from "../data/changes.ts";
import { client } from "../data/projects.ts";
import { isAdmin, isEditor } from "../data/session-state.ts";
import { messageOf } from "../data/use-loaded.ts";
import { Badge } from "../parts/badge.tsx";
import { Empty, Problem, Section } from "../parts/section.tsx";
import { Text, TextBlock } from "../parts/text.tsx";
import { examples } from "./examples.ts";
import { withNextVersion } from "./next-version.ts";
import { PolicyEditor } from "./policy-editor.tsx";

type Listed = RouteOutput<ProjectRoutes["listPolicies"]>["policies"][number];

/** All policies. A policy that has a file of its own, or is registered, can be changed and deleted; new ones start from an example. */
export function PolicyList({ policies }: { readonly policies: readonly Listed[] }) {
  const editing = useSignal<string | undefined>(undefined);
  const message = useSignal<string | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);

  async function run(action: () => Promise<void>): Promise<void> {
    problem.value = undefined;
    message.value = undefined;
    try {
      await action();
    } catch (error) {
      problem.value = messageOf(error);
    }
  }

  const edit = (id: string) =>
    run(async () => {
      const { yaml, version } = await client.value.policies.get(id);
      editing.value = withNextVersion(yaml, version);
    });
  const remove = (id: string) =>
    run(async () => {
      await client.value.policies.delete(id);
      message.value = `Deleted: ${id}`;
      changes.value += 1;
    });

  return (
    <Section title="Policies" detail={policies.length}>
      {isEditor() && (
        <label class="inline">
          New policy from an example
          <select
            value=""
            onChange={({ currentTarget }) => {
              editing.value = examples[currentTarget.value];
              message.value = undefined;
              currentTarget.value = "";
            }}
          >
            <option value="">choose …</option>
            {Object.keys(examples).map((title) => (
              <option key={title}>{title}</option>
            ))}
          </select>
        </label>
      )}
      <p class="summary" role="status">
        {message.value}
      </p>
      <Problem message={problem.value} />
      {editing.value !== undefined && (
        <PolicyEditor
          key={editing.value}
          initialText={editing.value}
          onDone={(done) => {
            editing.value = undefined;
            message.value = done;
          }}
        />
      )}
      {policies.length === 0 && (
        <Empty>
          The project has no policies. <code>precept init --policies all</code> adds the starter policies.
        </Empty>
      )}
      <ul class="rows">
        {policies.map((policy) => (
          <li key={policy.id}>
            <PolicyRow policy={policy} onEdit={() => void edit(policy.id)} onDelete={() => void remove(policy.id)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface PolicyRowProps {
  readonly policy: Listed;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function PolicyRow({ policy, onEdit, onDelete }: PolicyRowProps) {
  const isDeleting = useSignal(false);
  const { id, severity, mode, message, source } = policy;
  const hasOwnFile = source === `.precept/policies/${id.toLowerCase()}.yaml`;
  const mayChange = source === "memory" ? isEditor() : hasOwnFile && isAdmin();
  return (
    <details>
      <summary>
        <strong>
          <Text value={id} />
        </strong>{" "}
        <Badge tone={severity === "CRITICAL" ? "bad" : "quiet"}>{severity}</Badge>{" "}
        {mode === "shadow" && <Badge tone="warn">shadow</Badge>}{" "}
        <span class="why">
          <Text value={message ?? ""} />
        </span>
      </summary>
      <div class="buttons">
        <span class="why">
          <Text value={source === "memory" ? "registered until the restart" : `defined in ${source ?? "the program"}`} />
        </span>
        {mayChange && !isDeleting.value && (
          <>
            <button type="button" onClick={onEdit}>
              Edit
            </button>
            <button type="button" onClick={() => (isDeleting.value = true)}>
              Delete …
            </button>
          </>
        )}
        {isDeleting.value && (
          <>
            <button type="button" onClick={onDelete}>
              Delete {id}
            </button>
            <button type="button" onClick={() => (isDeleting.value = false)}>
              Keep it
            </button>
          </>
        )}
      </div>
      <TextBlock value={JSON.stringify(policy, null, 2)} label={`Policy ${id}`} />
    </details>
  );
}
