import { Agent, type ToolsInput } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import { advises, openProject, terminates } from "@precept/adapter-testing";
import { policyFile } from "@precept/testing";
import type { Workspace } from "@precept/workspace";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { rulesProcessor } from "./rules-processor.ts";
import { createTools } from "../test/create-tools.ts";
import { answering, calls, callsOf, says, type Content } from "../test/fake-model.ts";

const base = { id: "cleaner", name: "Cleaner", instructions: "You clean up." };

async function run(workspace: Workspace, answer: readonly Content[], others: ToolsInput = {}) {
  const { called, tools } = createTools();
  const model = answering(answer);
  const inputProcessors = [rulesProcessor(workspace, { session: "s" })];
  const agent = new Agent({ ...base, model, tools: { ...tools, ...others }, inputProcessors });
  await agent.generate("Clean up");
  return { called, results: resultsIn(callsOf(model)[1]?.prompt ?? []) };
}

/** The results of tools that the model reads, by the ids of the calls. */
function resultsIn(prompt: ReturnType<typeof callsOf>[number]["prompt"]): Record<string, unknown> {
  const parts = prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  return Object.fromEntries(
    parts.flatMap((part) => {
      if (part.type !== "tool-result") return [];
      return [[part.toolCallId, "value" in part.output ? part.output.value : part.output]];
    }),
  );
}

describe("the policies of an agent", () => {
  it("stop a tool call: the tool does not run, and the model learns why", async () => {
    const { workspace } = await openProject(terminates);
    const { called, results } = await run(workspace, [calls("run", { command: "rm -rf /" })]);
    expect(called).toEqual([]);
    expect(results["call-run"]).toMatch(
      /^The tool call was denied by policy: run was not run\.\n- NO-1 \(TERMINATE\): NO-1 is broken\. Ask a human\./,
    );
    const { violations } = await workspace.policies.auditLog();
    expect(await violations.tail(10)).toMatchObject([{ rule_id: "NO-1", further: { session: "s", tool: "run" } }]);
  });

  it("stop a tool call in a stream", async () => {
    const { workspace } = await openProject(terminates);
    const { called, tools } = createTools();
    const model = answering([calls("run", { command: "rm -rf /" })]);
    const agent = new Agent({ ...base, model, tools, inputProcessors: [rulesProcessor(workspace)] });
    const { text } = await agent.stream("Clean up");
    expect(await text).toBe("done");
    expect(called).toEqual([]);
    expect(JSON.stringify(callsOf(model)[1]?.prompt)).toContain("denied by policy");
  });

  it("stop only one of several tool calls at the same time", async () => {
    const { workspace } = await openProject(terminates);
    const { called, results } = await run(workspace, [
      calls("run", { command: "rm -rf /" }, "1"),
      calls("run", { command: "ls" }, "2"),
      calls("read", { path: "a.ts" }, "3"),
    ]);
    expect(called.toSorted()).toEqual(["read a.ts", "run ls"]);
    expect(results).toEqual({
      1: expect.stringContaining("denied by policy"),
      2: { output: "ran" },
      3: { text: "the text of a.ts" },
    });
  });

  it("withhold a result, also from a tool that converts its results", async () => {
    const { workspace } = await openProject({
      ".precept/policies/secret.yaml": policyFile({ id: "SECRET-1", severity: "CRITICAL", pattern: "the text of" }),
    });
    const show = createTool({
      id: "show",
      description: "Shows a file",
      inputSchema: z.object({ path: z.string() }),
      execute: async ({ path }) => ({ lines: [`the text of ${path}`] }),
      toModelOutput: (output: unknown) => ({
        type: "text",
        value: (output as { readonly lines: readonly string[] }).lines.join("\n"),
      }),
    });
    const { called, results } = await run(workspace, [calls("read", { path: "a.ts" }), calls("show", { path: "a.ts" })], {
      show,
    });
    expect(called).toEqual(["read a.ts"]);
    expect(results["call-read"]).toMatch(/^The result of read was withheld by policy\./);
    expect(results["call-show"]).toMatch(/^The result of show was withheld by policy\./);
  });

  it("advise the model in the result of the tool", async () => {
    const { workspace } = await openProject(advises);
    const { called, results } = await run(workspace, [calls("run", { command: "sudo ls" })]);
    expect(called).toEqual(["run sudo ls"]);
    expect(results["call-run"]).toEqual({
      output: "ran",
      policy_advice: expect.stringMatching(/^Policies about this tool call:\n- SUDO-1 \(SOFT_HOOK\)/),
    });
  });

  it("stop a prompt before the model is called", async () => {
    const { workspace } = await openProject(terminates);
    const model = answering();
    const agent = new Agent({ ...base, model, inputProcessors: [rulesProcessor(workspace)] });
    const { tripwire } = await agent.generate("Run rm -rf /");
    expect(tripwire).toMatchObject({ reason: expect.stringContaining("- NO-1"), processorId: "precept-rules" });
    expect(callsOf(model)).toEqual([]);
  });

  it("stop a final answer if the processor is an output processor, too", async () => {
    const { workspace } = await openProject(terminates);
    const processor = rulesProcessor(workspace);
    const model = answering([says("Run rm -rf / yourself")]);
    const agent = new Agent({ ...base, model, inputProcessors: [processor], outputProcessors: [processor] });
    const { tripwire } = await agent.generate("Clean up");
    expect(tripwire).toMatchObject({ reason: expect.stringContaining("The answer was withheld by policy.") });
  });
});

describe("a tool that needs approval", () => {
  /** Two programs that share a storage: one asks for approval, the other resumes the run. */
  async function createPrograms(command: string) {
    const { workspace } = await openProject(terminates);
    const called: string[] = [];
    const deploy = createTool({
      id: "deploy",
      description: "Deploys",
      inputSchema: z.object({ command: z.string() }),
      requireApproval: true,
      execute: async (input) => {
        called.push(input.command);
        return { output: "deployed" };
      },
    });
    const model = answering([calls("deploy", { command })]);
    const storage = new InMemoryStore();
    const createProgram = () => {
      const agent = new Agent({ ...base, model, tools: { deploy }, inputProcessors: [rulesProcessor(workspace)] });
      return new Mastra({ agents: { cleaner: agent }, storage, logger: false }).getAgent("cleaner");
    };
    const events = [];
    const stream = await createProgram().stream("Clean up");
    for await (const { type } of stream.fullStream) events.push(type);
    const resume = async () => {
      const resumed = await createProgram().approveToolCall({ runId: stream.runId, toolCallId: "call-deploy" });
      for await (const { type } of resumed.fullStream) events.push(type);
    };
    return { workspace, called, model, events, resume };
  }

  it("does not ask a human if a policy denies the call", async () => {
    const { workspace, called, model, events } = await createPrograms("rm -rf /");
    expect(events).not.toContain("tool-call-approval");
    expect(called).toEqual([]);
    expect(JSON.stringify(callsOf(model)[1]?.prompt)).toContain("denied by policy");
    const { violations } = await workspace.policies.auditLog();
    expect(await violations.tail(10)).toHaveLength(1);
  });

  it("runs after the approval if policies allow the call", async () => {
    const { called, events, resume } = await createPrograms("ls");
    expect(events).toContain("tool-call-approval");
    expect(called).toEqual([]);
    await resume();
    expect(called).toEqual(["ls"]);
  });
});
