import { useSignal } from "@preact/signals";
import { changes } from "../data/changes.ts";
import { client } from "../data/projects.ts";
import { mayAnswer } from "../data/session-state.ts";
import { messageOf, useAnswer } from "../data/use-loaded.ts";
import { Badge } from "../parts/badge.tsx";
import { Problem, Section } from "../parts/section.tsx";
import { Text } from "../parts/text.tsx";

/** The questions of agents that wait for a person. */
export function Approvals() {
  const refusal = useSignal<string | undefined>(undefined);
  const approvals = useAnswer(() => client.value.approvals.list());
  const found = approvals.value.value?.approvals ?? [];
  if (found.length === 0) return <Problem message={approvals.value.problem} />;

  async function answer(key: string, approved: boolean): Promise<void> {
    try {
      await client.value.approvals.answer({ key, approved });
      refusal.value = undefined;
    } catch (error) {
      refusal.value = messageOf(error);
    }
    changes.value += 1;
  }

  return (
    <Section title="Waiting for a person" detail={found.length} tone="warn">
      <Problem message={refusal.value} />
      {!mayAnswer() && (
        <p class="summary">
          An admin answers them: with <code>precept approvals</code> in a terminal, or in the console of a server of a team.
        </p>
      )}
      <ul class="rows">
        {found.map((one) => (
          <li key={one.key}>
            <Badge tone="warn">{one.answer === null ? "open" : "answered"}</Badge> <strong>{one.rule_id}</strong>{" "}
            <Text value={one.message} />
            <span class="meta">
              <Text value={one.agent} />
              <code>
                <Text value={one.excerpt} />
              </code>
            </span>
            {mayAnswer() && one.answer === null && (
              <span class="buttons">
                <button type="button" onClick={() => void answer(one.key, true)}>
                  Approve
                </button>
                <button type="button" onClick={() => void answer(one.key, false)}>
                  Deny
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
