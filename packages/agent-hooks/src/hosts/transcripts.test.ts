import { hosts } from "@precept/mdc-compat/hooks";
import { describe, expect, it } from "vitest";
import { hostIds, type HostId } from "../host-ids.ts";
import type { AgentAction } from "../../test/agent-action.ts";
import { encodeAction, goldenFile, payloads } from "../../test/encode-action.ts";
import { createHookProject, type HookProject } from "../../test/hook-project.ts";

/** What happens in a session, in this order. */
const story: readonly (readonly [string, AgentAction])[] = [
  ["a prompt", { type: "prompt", text: "Fix the cart" }],
  ["a prompt with a key", { type: "prompt", text: "Use KEY-123" }],
  ["a harmless command", { type: "command", command: "ls" }],
  ["a dangerous command", { type: "command", command: "rm -rf build" }],
  ["a command that a human decides on", { type: "command", command: "make deploy" }],
  ["a file that TypeScript rules apply to", { type: "read", path: "src/a.ts" }],
  ["the same file again", { type: "edit", path: "src/a.ts", old: "a", new: "b" }],
  ["a file with a mistake", { type: "write", path: "src/b.js", content: "eval(x)" }],
  ["a guard", { type: "write", path: ".git/hooks/pre-commit", content: "exit 0" }],
  [
    "a tool of an MCP server that runs a command",
    { type: "mcp", server: "shell", tool: "run", input: { command: "rm -rf build" } },
  ],
  ["a result with a key", { type: "result", tool: "WebFetch", text: "KEY-123" }],
  ["a harmless result", { type: "result", tool: "WebFetch", text: "ok" }],
  ["an answer with a key", { type: "response", text: "It is KEY-123" }],
];

async function runAndPrint({ run }: HookProject, host: HostId, title: string, payload: object | string): Promise<string> {
  const { stdout, stderr, exitCode } = await run(payload, host);
  const given = typeof payload === "string" ? payload : JSON.stringify(payload);
  const parts = [
    `## ${title}`,
    "",
    `< ${given}`,
    ...(stdout === "" ? [] : [`> ${stdout.trimEnd()}`]),
    ...(stderr === "" ? [] : [`! ${stderr.trimEnd()}`]),
  ];
  // The keys of questions depend on the text of the call.
  return [...parts, `= ${exitCode}`].join("\n").replaceAll(/question [0-9a-f]{12}/g, "question KEY");
}

describe.each(hostIds)("a session of %s", (host) => {
  it("is answered as in the transcript", async () => {
    const project = await createHookProject();
    const entries = [`# ${hosts[host].title}`];
    for (const payload of payloads[host].session)
      entries.push(await runAndPrint(project, host, "an event of the session", payload));
    for (const [title, action] of story) {
      for (const { shape, payload } of encodeAction(host, action))
        entries.push(await runAndPrint(project, host, `${title}: ${shape}`, payload));
    }
    entries.push(await runAndPrint(project, host, "a payload that is cut off", '{"tool_input":{"command":"ls'));
    await expect(`${entries.join("\n\n")}\n`).toMatchFileSnapshot(goldenFile(host, `session-${host}.txt`));
  });
});
