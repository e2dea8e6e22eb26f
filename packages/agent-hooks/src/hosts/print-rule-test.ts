import { hosts } from "@precept/mdc-compat/hooks";
import type { HostId } from "../host-ids.ts";

/** The command that shows that an agent has a rule, as a user types it in a shell. */
export function printRuleTest(host: HostId): string {
  const { ruleTest } = hosts[host];
  if (ruleTest.kind === "agent") return ruleTest.command;
  if (ruleTest.kind === "export") return `precept export --to ${ruleTest.tool}`;
  return `echo '${JSON.stringify(ruleTest.payload)}' | precept hook ${host}`;
}
