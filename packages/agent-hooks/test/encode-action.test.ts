import * as fc from "fast-check";
import { readHookPayload, type Subject } from "@precept/governance";
import { describe, expect, it } from "vitest";
import { hostIds } from "../src/host-ids.ts";
import { detectHost } from "../src/hosts/detect-host.ts";
import type { ActionType, AgentAction } from "./agent-action.ts";
import { encodeAction, projectDir } from "./encode-action.ts";

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const text = fc
  .string({ minLength: 1, maxLength: 60 })
  .filter((one) => one.trim() !== "" && !/[\r\n]|^[*=+>-]/.test(one) && !one.includes("***"));
const path = fc.tuple(word, word).map(([directory, name]) => `${directory}/${name}.ts`);

const actions: Readonly<Record<ActionType, fc.Arbitrary<AgentAction>>> = {
  command: fc.record({ type: fc.constant("command" as const), command: text }),
  write: fc.record({ type: fc.constant("write" as const), path, content: text }),
  edit: fc.record({ type: fc.constant("edit" as const), path, old: word, new: text }),
  read: fc.record({ type: fc.constant("read" as const), path }),
  fetch: fc.record({ type: fc.constant("fetch" as const), url: word.map((name) => `https://${name}.example/`) }),
  mcp: fc.record({
    type: fc.constant("mcp" as const),
    server: word,
    tool: word,
    input: fc.record({ command: text, amount: fc.integer() }),
  }),
  prompt: fc.record({ type: fc.constant("prompt" as const), text }),
  response: fc.record({ type: fc.constant("response" as const), text }),
  result: fc.record({ type: fc.constant("result" as const), tool: fc.constant("WebFetch"), text }),
};

/** What a policy must be able to find in the subjects of an action. */
function expectedSubject(action: AgentAction): object {
  switch (action.type) {
    case "command":
      return { kind: "command", text: action.command };
    case "write":
      return { kind: "file", file: action.path, text: action.content };
    case "edit":
      return { kind: "file", file: action.path, text: action.new };
    case "read":
      return { kind: "tool", file: action.path };
    case "fetch":
      return { kind: "tool" };
    case "mcp":
      return { kind: "command", text: action.input["command"], input: action.input };
    case "prompt":
    case "response":
    case "result":
      return { kind: action.type, text: action.text };
  }
}

describe.each(hostIds)("an action of %s", (host) => {
  it.each(Object.keys(actions) as ActionType[])("%s has the same subjects in every shape", (type) => {
    fc.assert(
      fc.property(actions[type], (action) => {
        for (const { shape, payload } of encodeAction(host, action)) {
          const read = readHookPayload(JSON.parse(JSON.stringify(payload)), projectDir);
          const subjects: readonly Subject[] = read?.subjects ?? [];
          expect(subjects, `${shape} ${JSON.stringify(payload)}`).toContainEqual(
            expect.objectContaining(expectedSubject(action)),
          );
          expect(read?.problem).toBeUndefined();
        }
      }),
      { numRuns: 100 },
    );
  });

  it("is recognised with the host's own command, and with that of Claude Code where the payload shows the host", () => {
    fc.assert(
      fc.property(fc.oneof(...Object.values(actions)), (action) => {
        for (const { payload } of encodeAction(host, action)) expect(detectHost(payload, host)).toBe(host);
      }),
      { numRuns: 100 },
    );
  });
});

describe("a payload that the hook entry of another host sends", () => {
  const shared = [
    "cursor",
    "codex",
    "copilot-cli",
    "vscode",
    "windsurf",
    "cline",
    "opencode",
    "kiro",
    "goose",
    "amp",
    "augment",
    "openhands",
  ] as const;
  it.each(shared)("of %s is recognised in spite of the argument claude-code", (host) => {
    const [encoded] = encodeAction(host, { type: "command", command: "ls" });
    expect(detectHost(encoded?.payload, "claude-code")).toBe(host);
  });
});
