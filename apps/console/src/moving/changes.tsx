import { useSignal } from "@preact/signals";
import { changeParams, hrefOf, pageLocation } from "../data/location.ts";
import { client } from "../data/projects.ts";
import { messageOf } from "../data/use-loaded.ts";
import { Badge } from "../parts/badge.tsx";
import { Diff } from "../parts/diff.tsx";
import { LongList } from "../parts/long-list.tsx";
import { Problem, Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import { planRequest, type Plan } from "./request.ts";

type Change = Plan["changes"][number];

const tones: Readonly<Record<Change["kind"], string>> = {
  create: "good",
  restore: "good",
  update: "quiet",
  delete: "bad",
  remove: "bad",
  blocked: "warn",
  keep: "quiet",
};

/** The files that a plan changes, each with its difference. */
export function Changes({ changes, unchanged }: { readonly changes: readonly Change[]; readonly unchanged: number }) {
  if (changes.length === 0) return null;
  const counts = Map.groupBy(changes, ({ kind }) => kind);
  const detail = [...counts].map(([kind, same]) => `${same.length} ${kind}`).join(", ");
  return (
    <Section title="Files" detail={`${detail}${unchanged === 0 ? "" : `, ${unchanged} unchanged`}`}>
      <LongList items={changes} class="rows">
        {(change) => (
          <li key={change.path}>
            <ChangeRow change={change} />
          </li>
        )}
      </LongList>
    </Section>
  );
}

function ChangeRow({ change }: { readonly change: Change }) {
  const isOpen = useSignal(false);
  const { kind, path, tools, message, hint, programs, edited } = change;
  return (
    <>
      <details onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}>
        <summary>
          <Badge tone={tones[kind]}>{kind}</Badge>{" "}
          <strong>
            <Text value={path} />
          </strong>{" "}
          <span class="why">
            <Text value={message ?? tools.join(", ")} />
          </span>
          {edited && <span class="warning"> edited since; its text is kept in the backup</span>}
        </summary>
        {isOpen.value && <ChangeDiff change={change} />}
      </details>
      {programs.length > 0 && (
        <p class="warning">
          Lets the tool start or do without asking: <Text value={programs.join(" · ")} />
        </p>
      )}
      {kind === "blocked" && (
        <span class="meta">
          {hint !== null && <Text value={hint} />}
          <Overwrite change={change} />
        </span>
      )}
    </>
  );
}

/** Lets the user overwrite a file that was edited by hand, or import its text. */
function Overwrite({ change: { path, can_force: canForce } }: { readonly change: Change }) {
  if (!canForce) return null;
  const forced = pageLocation.value.params.getAll("force");
  return (
    <span class="buttons">
      <button type="button" onClick={() => changeParams({ force: [...forced, path] })}>
        Overwrite it
      </button>
      <a class="button" href={hrefOf("moving", { action: "import", take: path })}>
        Import its text
      </a>
    </span>
  );
}

/** The difference of a file. The plan has the texts of the first files; the texts of others are loaded. */
function ChangeDiff({ change }: { readonly change: Change }) {
  const loaded = useSignal<Change | undefined>(change.has_texts ? change : undefined);
  const problem = useSignal<string | undefined>(undefined);
  if (loaded.value !== undefined) return <Diff before={loaded.value.before ?? ""} after={loaded.value.after ?? ""} />;

  async function load(): Promise<void> {
    try {
      const { changes } = await client.value.transfer.plan({ ...planRequest.value, show: [change.path] });
      loaded.value = changes.find(({ path }) => path === change.path);
    } catch (error) {
      problem.value = messageOf(error);
    }
  }

  return (
    <>
      <Problem message={problem.value} />
      <button type="button" onClick={() => void load()}>
        Show the difference
      </button>
    </>
  );
}
