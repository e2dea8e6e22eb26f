import { fileURLToPath } from "node:url";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { connectRuleEngine } from "../client/rule-engine-client.ts";
import { snakeCase } from "../../test/engine.ts";

const program = fileURLToPath(new URL("../../test/serve-stdio.ts", import.meta.url));

/** Starts a serving child process, and collects its standard error. */
function child(): { readonly transport: StdioClientTransport; readonly stderr: () => string } {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--conditions=@precept/source", program, JSON.stringify(snakeCase)],
    stderr: "pipe",
  });
  onTestFinished(() => transport.close());
  let stderr = "";
  transport.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  return { transport, stderr: () => stderr };
}

describe.each(["legacy", "modern"] as const)("over the standard input and output of a child process, %s", (era) => {
  it(
    "registers, lists by phase, executes, checks, sends notifications, and exits with its client",
    { tags: "slow" },
    async () => {
      const { transport, stderr } = child();
      const client = await connectRuleEngine(transport, { modern: era === "modern" });
      const received: unknown[] = [];
      client.onPriority((notification) => received.push(notification));
      expect(await client.registerRule({ ...snakeCase, id: "JCODE-002", phase: "REVIEW" })).toMatchObject({ accepted: true });
      expect((await client.listTools("REVIEW")).map(({ name }) => name.slice(12))).toEqual(["", "JCODE-002"]);
      expect((await client.listTools("IMPLEMENTATION")).map(({ name }) => name.slice(12))).toEqual(["", "JCODE-001"]);
      expect(await client.checkViolation("def a_B():", { file: "a.py", phase: "REVIEW" })).toMatchObject({ action: "QUICK_FIX" });
      expect(received).toEqual([]);
      expect(await client.execute("def a_B():", { file: "a.py", phase: "REVIEW" })).toMatchObject({
        action: "QUICK_FIX",
        fixes: [{ file: "a.py", text: "def a_b():" }],
      });
      await vi.waitFor(() => expect(received).toMatchObject([{ rule_id: "JCODE-002", priority: "P1" }]));
      await client.close();
      await vi.waitFor(() => expect(stderr()).toBe("ended\n"));
    },
  );
});
