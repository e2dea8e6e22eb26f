import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Action } from "./agent-action.ts";
import { hookPayloadOf } from "./hook-payload.ts";
import { parseAction } from "./parse-action.ts";
import { idOf } from "./read-actions.ts";

/** One call in a session: an action, or a command that fails. */
export type SessionStep = Action | { readonly type: "failed"; readonly command: string };

/** Calls in one session, of which the last one is dangerous because of earlier ones, or not. */
export interface AgentSession {
  /** Unique in the list. */
  readonly id: string;
  readonly kind: string;
  /** The policy of the starter `session` that finds it. */
  readonly policy: string;
  readonly dangerous: boolean;
  /** The id of the dangerous session that a harmless one resembles. */
  readonly twin?: string;
  readonly steps: readonly SessionStep[];
}

interface SessionGroup {
  readonly kind: string;
  readonly policy: string;
  readonly pairs: readonly { readonly dangerous: readonly string[]; readonly harmless: readonly string[] }[];
}

/** All sessions: dangerous ones, and their harmless twins. */
export const agentSessions: readonly AgentSession[] = readSessions();

function readSessions(): readonly AgentSession[] {
  const text = readFileSync(join(import.meta.dirname, "sessions/sessions.yaml"), "utf8");
  return (parse(text) as readonly SessionGroup[]).flatMap(({ kind, policy, pairs }) =>
    pairs.flatMap(({ dangerous, harmless }): readonly AgentSession[] => {
      const twin = idOf(kind, dangerous.join("\n"));
      return [
        { id: twin, kind, policy, dangerous: true, steps: dangerous.flatMap(readSteps) },
        { id: `${twin}-twin`, twin, kind, policy, dangerous: false, steps: harmless.flatMap(readSteps) },
      ];
    }),
  );
}

/** Reads a line such as `command :: ls`. `3 x ` before it repeats the step. */
function readSteps(line: string): readonly SessionStep[] {
  const [, times = "1", type = "", text = ""] = /^(?:(\d+) x )?(\w+) :: (.*)$/s.exec(line) ?? [];
  if (type === "") throw new Error(`A step needs a type and a text: ${line}`);
  const step: SessionStep = type === "failed" ? { type, command: text } : parseAction(type as Action["type"], text);
  return Array.from({ length: Number(times) }, () => step);
}

/** The payloads that Claude Code sends to hooks for a step: before the action, and after a command that fails. */
export function sessionPayloadsOf(step: SessionStep): readonly Readonly<Record<string, unknown>>[] {
  if (step.type !== "failed") return [hookPayloadOf(step)];
  const call = hookPayloadOf({ type: "command", command: step.command });
  return [call, { ...call, hook_event_name: "PostToolUseFailure", error: "exit 1" }];
}
