import { client } from "../data/projects.ts";
import { isAdmin } from "../data/session-state.ts";
import { useAnswer } from "../data/use-loaded.ts";
import { Badge } from "../parts/badge.tsx";
import { Empty, Problem, Section } from "../parts/section.tsx";
import { Text, TextBlock } from "../parts/text.tsx";
import { Approvals } from "./approvals.tsx";
import { Playground } from "./playground.tsx";
import { SoftHooks } from "./soft-hooks.tsx";
import { Violations } from "./violations.tsx";

/** Try a command or a text against the policies, and see what they did. */
export function Policies() {
  const policies = useAnswer(() => client.value.policies.list());
  const { value, problem } = policies.value;
  return (
    <>
      <Playground />
      <Approvals />
      <SoftHooks />
      {isAdmin() && <Violations />}
      <Problem message={problem} />
      {value !== undefined && (
        <Section title="Policies" detail={value.policies.length}>
          {value.policies.length === 0 && (
            <Empty>
              The project has no policies. <code>precept init --policies all</code> adds the starter policies.
            </Empty>
          )}
          <ul class="rows">
            {value.policies.map((policy) => (
              <li key={policy.id}>
                <details>
                  <summary>
                    <strong>
                      <Text value={policy.id} />
                    </strong>{" "}
                    <Badge tone={policy.severity === "CRITICAL" ? "bad" : "quiet"}>{policy.severity}</Badge>{" "}
                    {policy.mode === "shadow" && <Badge tone="warn">shadow</Badge>}{" "}
                    <span class="why">
                      <Text value={policy.message ?? ""} />
                    </span>
                  </summary>
                  <TextBlock value={JSON.stringify(policy, null, 2)} label={`Policy ${policy.id}`} />
                </details>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
