import type { FileTouch, Receipt, SessionAction, SessionDecision, SessionTurnRecord } from "@precept/contract";

const origin = { at: "2026-01-31T14:05:00.000Z", session: "s", agent: "claude-code", subagent: null };
const call = { tool: null, tool_use: null, files: [] };

export function turnRecord(more: Partial<SessionTurnRecord>): SessionTurnRecord {
  return { kind: "turn", ...origin, turn: "start", ...more };
}

export function touchRecord(more: Partial<FileTouch>): FileTouch {
  return { kind: "file", ...origin, ...call, tool: "Edit", changes: true, stage: "before", ...more };
}

export function decisionRecord(more: Partial<SessionDecision>): SessionDecision {
  return {
    kind: "decision",
    ...origin,
    ...call,
    verdict: "deny",
    policies: [{ id: "NO-RM", action: "TERMINATE", shadow: false }],
    ...more,
  };
}

/** A receipt for rules by their names. `name=2` is the rule with another text. */
export function receiptRecord(rules: readonly string[], more: Partial<Receipt> = {}): Receipt {
  return {
    kind: "receipt",
    ...origin,
    ...call,
    channel: "hook",
    event: "prompt",
    prompt_sha256: null,
    request_id: null,
    rules: rules.map((spec) => {
      const [name = "", text = "1"] = spec.split("=");
      return {
        ...reference(name),
        version: 1,
        sha256: text,
        reason: "always included",
        files: more.files ?? [],
        tokens: 10,
        cut: false,
      };
    }),
    left_out: [],
    listed: [],
    memory: false,
    characters: 100,
    ...more,
  };
}

/** A rule that a receipt leaves out. */
export function leftOut(name: string): Receipt["left_out"][number] {
  return { ...reference(name), reason: "no room", tokens: 10 };
}

function reference(name: string) {
  return { id: `project:${name}`, name, scope: "project" as const };
}

export function actionRecord(more: Partial<SessionAction>): SessionAction {
  return { kind: "action", ...origin, ...call, action: "command", stage: "before", sha256: "0", ...more };
}
