import type { RuleTest } from "../model/host-spec.ts";

/** What a user asks an agent to see whether it has the rule of the guide. */
export const ruleQuestion = "How are amounts of money written here?";

/** The test that asks the agent itself. */
export const askForRule = (command: string): RuleTest => ({ kind: "agent", command: `${command} "${ruleQuestion}"` });
