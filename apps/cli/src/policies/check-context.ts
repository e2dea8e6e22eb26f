import { nearestNames, PreceptError, type Json } from "@precept/core";
import { contextKeys, subjectKinds, type Policy } from "@precept/governance";

/** The names of context values that Precept, git or a coding agent supplies, besides those that policies filter on. */
const knownKeys = [...Object.keys(contextKeys), "task_status"];

/** The events that a check can stand for: those of coding agents whose payloads have texts to check, and `check` itself. */
const events = [
  "check",
  "SessionStart",
  "SessionEnd",
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "Stop",
  "SubagentStop",
  "PreCompact",
  "Notification",
  "beforeSubmitPrompt",
  "beforeShellExecution",
  "afterShellExecution",
  "beforeMCPExecution",
  "afterMCPExecution",
  "beforeReadFile",
  "afterFileEdit",
  "afterAgentResponse",
  "stop",
] as const;

/**
 * Rejects context values that no policy can filter on, which are typing errors: unknown names, and unknown values of `subject` and `event`. Names and
 * events that an active policy filters on are known.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID`
 */
export function checkContext(context: Readonly<Record<string, Json>>, policies: readonly Policy[]): void {
  const filters = policies.flatMap(({ match }) => Object.entries(match.contextFilter));
  const known: Readonly<Record<string, readonly string[]>> = {
    subject: subjectKinds,
    event: [...events, ...filters.filter(([key]) => key === "event").flatMap(([, value]) => textsIn(value))],
  };
  const keys = [...knownKeys, ...filters.map(([key]) => key)];
  for (const [key, value] of Object.entries(context)) {
    assertKnown(key, keys, "--context");
    const values = Object.hasOwn(known, key) ? known[key] : undefined;
    if (values !== undefined) assertKnown(typeof value === "string" ? value : JSON.stringify(value), values, `--context ${key}`);
  }
}

function assertKnown(written: string, known: readonly string[], option: string): void {
  if (known.includes(written)) return;
  const near = nearestNames(written, known);
  const all = [...new Set(known)].join(", ");
  const suggestion = near.length === 0 ? "" : `; did you mean ${near.join(" or ")}?`;
  throw new PreceptError("OPTION_VALUE_INVALID", {
    option,
    value: written,
    expected: `one of ${all}${suggestion}`,
  });
}

function textsIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one as Json));
  return typeof value === "string" ? [value] : [];
}
