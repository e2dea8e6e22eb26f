import type { WireRule } from "@precept/contract";
import { useSignal } from "@preact/signals";
import { changes } from "../data/changes.ts";
import { client } from "../data/projects.ts";
import { messageOf, useLoaded } from "../data/use-loaded.ts";
import { isSnapshot, mayEdit } from "../data/session-state.ts";
import { Diff } from "../parts/diff.tsx";
import { Problem, Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";
import { formatTime } from "../parts/times.ts";
import { selectedRule } from "./selected-rule.ts";

interface RuleHistoryProps {
  readonly id: string;
  readonly current: WireRule;
}

/** The earlier versions of a rule, with what each one changed. Stores of files keep none: git does. */
export function RuleHistory(props: RuleHistoryProps) {
  return isSnapshot() ? null : <History {...props} />;
}

function History({ id, current }: RuleHistoryProps) {
  const history = useLoaded(
    () => (selectedRule.value === id ? id : undefined),
    (rule) => client.value.rules.history(rule, { query: { limit: 20 } }),
  );
  const failure = useSignal<string | undefined>(undefined);
  const { value, problem } = history.value;
  if (value === undefined) return problem === undefined ? null : <p class="summary">{problem}</p>;
  const { revisions } = value;

  async function restore(version: number): Promise<void> {
    try {
      await client.value.rules.restore(id, { version });
      failure.value = undefined;
      changes.value += 1;
    } catch (error) {
      failure.value = messageOf(error);
    }
  }

  return (
    <Section title="History" detail={revisions.length}>
      <Problem message={failure.value} />
      <ol class="rows">
        {revisions.map((one, at) => (
          <li key={one.revision}>
            <details>
              <summary>
                Version {one.version} {one.at !== null && <span class="meta">{formatTime(one.at)}</span>}{" "}
                {one.reason !== null && (
                  <span class="why">
                    <Text value={one.reason} />
                  </span>
                )}
              </summary>
              <Diff before={revisions[at + 1]?.rule.content ?? ""} after={one.rule.content} />
              {mayEdit(current) && one.version !== current.version && !one.deleted && (
                <button type="button" onClick={() => void restore(one.version)}>
                  Restore this version
                </button>
              )}
            </details>
          </li>
        ))}
      </ol>
    </Section>
  );
}
