import type { ProjectRoutes, RouteOutput } from "@precept/contract";
import { transferActions } from "@precept/contract/values";
import { useSignal } from "@preact/signals";
import { changes } from "../data/changes.ts";
import { changeParams, hrefOf, pageLocation } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { messageOf, useAnswer, useLoaded } from "../data/use-loaded.ts";
import { countOf } from "../parts/numbers.ts";
import { Empty, Problem } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import { ToolsField } from "../parts/tools-field.tsx";
import { Changes } from "./changes.tsx";
import { Notes } from "./notes.tsx";
import { action, choices, planRequest, type Plan, type PlanRequest } from "./request.ts";

type Applied = RouteOutput<ProjectRoutes["applyTransfer"]>;

/** What each action is called, and what it does. */
const actions = {
  import: {
    title: "Import",
    does: "Makes rules of the files of tools. The files stay as they are.",
    none: "No file of a tool is left to import.",
  },
  export: {
    title: "Export",
    does: "Writes the rules into the files that tools read.",
    none: "The files of these tools are up to date.",
  },
  revert: {
    title: "Revert",
    does: "Restores what was there before Precept. Files that were edited since are kept in the backup.",
    none: "Precept has changed no files that can be reverted.",
  },
} as const satisfies Readonly<Record<PlanRequest["action"], object>>;

/** Imports, exports and reverts: what would change in each file, and what is lost. Nothing is written before the user applies the plan. */
export function Moving() {
  const loaded = useLoaded(
    () => planRequest.value,
    async (request) => ({ request, plan: await client.value.transfer.plan(request) }),
  );
  const detected = useAnswer(() => client.value.project.budget());
  const outcome = useSignal<Outcome | undefined>(undefined);
  const { value, problem } = loaded.value;
  const { does } = actions[action.value];
  // A plan for another request is not shown while the new one is made.
  const isCurrent = value?.request === planRequest.value;
  return (
    <>
      <nav class="tabs" aria-label="Action">
        {transferActions.map((one) => (
          <a
            key={one}
            href={hrefOf("moving", { action: one, tool: pageLocation.value.params.getAll("tool") })}
            aria-current={one === action.value ? "true" : undefined}
            onClick={() => (outcome.value = undefined)}
          >
            {actions[one].title}
          </a>
        ))}
      </nav>
      <p class="summary">{does}</p>
      <form class="request" onSubmit={(event) => event.preventDefault()}>
        <ToolsField
          detected={detected.value.value?.tools}
          tools={pageLocation.value.params.getAll("tool")}
          placeholder={action.value === "export" ? (value?.plan.tools.join(", ") ?? "") : "all"}
        />
        <Choices />
      </form>
      <OutcomeMessage outcome={outcome.value} />
      <Problem message={problem} />
      {value === undefined && problem === undefined && <p class="summary">Planning …</p>}
      {value !== undefined && problem === undefined && (
        <PlanView key={value.plan.plan} plan={value.plan} isCurrent={isCurrent} onApplied={(one) => (outcome.value = one)} />
      )}
    </>
  );
}

function Choices() {
  const { params } = pageLocation.value;
  const entries = Object.entries(choices[action.value]);
  if (entries.length === 0) return null;
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">Choices</legend>
      {entries.map(([name, text]) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={params.get(name) === "true"}
            onChange={({ currentTarget }) => changeParams({ [name]: currentTarget.checked ? "true" : undefined })}
          />{" "}
          {text}
        </label>
      ))}
    </fieldset>
  );
}

interface PlanViewProps {
  readonly plan: Plan;
  readonly isCurrent: boolean;
  readonly onApplied: (outcome: Outcome) => void;
}

function PlanView({ plan, isCurrent, onApplied }: PlanViewProps) {
  const isConfirmed = useSignal(false);
  const isRunning = useSignal(false);
  const { title, none } = actions[action.value];
  const written = plan.changes.filter(({ kind }) => kind !== "blocked");
  const { needs_yes: needsYes } = plan;

  async function apply(): Promise<void> {
    isRunning.value = true;
    try {
      const request = { ...planRequest.value, plan: plan.plan, confirmed: isConfirmed.value };
      onApplied({ applied: await client.value.transfer.apply(request), action: action.value });
    } catch (error) {
      onApplied({ problem: messageOf(error) });
    }
    isRunning.value = false;
    changes.value += 1;
  }

  return (
    <>
      {plan.changes.length === 0 && <Empty>{none}</Empty>}
      <Changes changes={plan.changes} unchanged={plan.unchanged} />
      <Notes notes={plan.notes} />
      {written.length > 0 && (
        <form
          class="apply"
          onSubmit={(event) => {
            event.preventDefault();
            void apply();
          }}
        >
          {needsYes !== null && (
            <label>
              <input
                type="checkbox"
                required
                checked={isConfirmed.value}
                onChange={({ currentTarget }) => (isConfirmed.value = currentTarget.checked)}
              />{" "}
              {needsYes.foreign.length === 0
                ? `Delete ${countOf(needsYes.paths.length, "file")}`
                : `Delete ${countOf(needsYes.paths.length, "file")}, also those that Precept did not create: `}
              <Text value={needsYes.foreign.join(", ")} />
            </label>
          )}
          <button type="submit" class="primary" disabled={isRunning.value || !isCurrent}>
            {title}: {countOf(written.length, "file")}
          </button>
        </form>
      )}
    </>
  );
}

type Outcome = { readonly applied: Applied; readonly action: PlanRequest["action"] } | { readonly problem: string };

function OutcomeMessage({ outcome }: { readonly outcome: Outcome | undefined }) {
  if (outcome === undefined) return null;
  if ("problem" in outcome) return <Problem message={outcome.problem} />;
  const { written, not_written: notWritten } = outcome.applied;
  return (
    <div class="outcome" role="status">
      Done: {countOf(written.length, "file")} changed.{" "}
      {outcome.action !== "revert" && <a href={hrefOf("moving", { action: "revert" })}>Revert</a>}
      {notWritten.length > 0 && (
        <p class="warning">
          Not written, because another program changed them: <Text value={notWritten.join(", ")} />
        </p>
      )}
    </div>
  );
}
