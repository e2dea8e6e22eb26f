import { client } from "../data/projects.ts";
import { isAdmin } from "../data/session-state.ts";
import { useAnswer } from "../data/use-loaded.ts";
import { Problem } from "../parts/section.tsx";
import { Approvals } from "./approvals.tsx";
import { AuditLog } from "./audit-log.tsx";
import { PolicyList } from "./policy-list.tsx";
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
      {value !== undefined && <PolicyList policies={value.policies} />}
      {isAdmin() && <Violations />}
      {isAdmin() && <AuditLog />}
      <Problem message={problem} />
    </>
  );
}
