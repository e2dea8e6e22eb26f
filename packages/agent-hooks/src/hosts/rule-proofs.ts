import type { HostId } from "../host-ids.ts";

/**
 * How a user sees that an agent has a rule: by asking the agent; by sending the payload with which the agent asks for rules to `precept hook`, for agents
 * that were not run with their hooks; or, for agents whose hooks take no context, by writing the rule to a file that the agent reads.
 */
export type RuleProof =
  | { readonly kind: "agent"; readonly command: string }
  | { readonly kind: "payload"; readonly payload: Readonly<Record<string, unknown>> }
  | { readonly kind: "export"; readonly tool: string; readonly file: string };

const question = "How are amounts of money written here?";

const ask = (command: string): RuleProof => ({ kind: "agent", command: `${command} "${question}"` });

const send = (payload: Readonly<Record<string, unknown>>): RuleProof => ({ kind: "payload", payload });

/** The last command of the guide for each agent. */
export const ruleProofs: Readonly<Record<HostId, RuleProof>> = {
  "claude-code": ask("claude -p"),
  cursor: send({ hook_event_name: "sessionStart", cursor_version: "2.0", conversation_id: "c1" }),
  codex: ask("codex exec"),
  "copilot-cli": ask("copilot -p"),
  vscode: send({ hookEventName: "SessionStart", sessionId: "s1" }),
  gemini: ask("gemini -p"),
  qwen: ask("qwen -p"),
  windsurf: { kind: "export", tool: "windsurf", file: ".devin/rules" },
  // Its command line takes context only at a tool call.
  cline: { kind: "agent", command: `cline "Read the files. ${question}"` },
  opencode: ask("opencode run"),
  kiro: send({ hook_event_name: "agentSpawn" }),
  droid: ask("droid exec"),
  goose: { kind: "export", tool: "agents", file: "AGENTS.md" },
  amp: send({ event: "agent.start", thread: { id: "t1" } }),
  augment: send({ hook_event_name: "SessionStart", conversation_id: "c1" }),
  openhands: send({ event_type: "UserPromptSubmit", message: question }),
};

/** The command that shows that an agent has a rule, as a user types it in a shell. */
export function printRuleProof(host: HostId): string {
  const proof = ruleProofs[host];
  if (proof.kind === "agent") return proof.command;
  if (proof.kind === "export") return `precept export --to ${proof.tool}`;
  return `echo '${JSON.stringify(proof.payload)}' | precept hook ${host}`;
}
