import {
  Agent,
  applyPatchTool,
  InputGuardrailTripwireTriggered,
  OutputGuardrailTripwireTriggered,
  Runner,
  shellTool,
  tool,
  webSearchTool,
  type AgentInputItem,
  type ApplyPatchOperation,
  type MCPServer,
} from "@openai/agents";
import { advises, openProject, terminates } from "@precept/adapter-testing";
import { policyFile } from "@precept/testing";
import type { Workspace } from "@precept/workspace";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { rulesMiddleware, type OpenAIAgentsRules } from "./rules-middleware.ts";
import { createTools } from "../test/create-tools.ts";
import { answering, calls, says, type OutputItem } from "../test/fake-model.ts";

async function run(
  workspace: Workspace,
  answer: readonly OutputItem[],
  createOthers: (rules: OpenAIAgentsRules) => object = () => ({}),
) {
  const rules = rulesMiddleware(workspace, { session: "s" });
  const { called, read, run: runCommand } = createTools();
  const model = answering(answer);
  const tools = rules.guardTools([read, runCommand]);
  const agent = new Agent({ name: "Cleaner", model, tools, ...createOthers(rules) });
  await new Runner(rules.runConfig).run(agent, "Clean up");
  const input = model.requests[1]?.input ?? [];
  return { called, seen: typeof input === "string" ? [] : input };
}

const outputs = (items: readonly AgentInputItem[]) =>
  items.flatMap((item) => (item.type === "function_call_result" ? [[item.callId, textOf(item.output)]] : []));

function textOf(output: unknown): string {
  return typeof output === "string" ? output : String((output as { text: unknown }).text);
}

describe("the policies of a run", () => {
  it("stop a tool call: its function is not called, and the model learns why", async () => {
    const { workspace } = await openProject(terminates);
    const { called, seen } = await run(workspace, [calls("run", { command: "rm -rf /" })]);
    expect(called).toEqual([]);
    const [[id, text] = []] = outputs(seen);
    expect(id).toBe("call-run");
    expect(text).toMatch(
      /^The tool call was denied by policy: run was not run\.\n- NO-1 \(TERMINATE\): NO-1 is broken\. Ask a human\./,
    );
    const { violations } = await workspace.policies.auditLog();
    expect(await violations.tail(10)).toMatchObject([{ rule_id: "NO-1", further: { session: "s", tool: "run" } }]);
  });

  it("stop a tool call in a stream", async () => {
    const { workspace } = await openProject(terminates);
    const rules = rulesMiddleware(workspace);
    const { called, run: runCommand } = createTools();
    const model = answering([calls("run", { command: "rm -rf /" })]);
    const agent = new Agent({ name: "Cleaner", model, tools: rules.guardTools([runCommand]) });
    const stream = await new Runner(rules.runConfig).run(agent, "Clean up", { stream: true });
    await stream.completed;
    expect(called).toEqual([]);
    expect(JSON.stringify(model.requests[1]?.input)).toContain("denied by policy");
  });

  it("stop only one of several tool calls at the same time", async () => {
    const { workspace } = await openProject(terminates);
    const { called, seen } = await run(workspace, [
      calls("run", { command: "rm -rf /" }, "1"),
      calls("run", { command: "ls" }, "2"),
      calls("read", { path: "a.ts" }, "3"),
    ]);
    expect(called.toSorted()).toEqual(["read a.ts", "run ls"]);
    expect(outputs(seen)).toEqual([
      ["1", expect.stringContaining("denied by policy")],
      ["2", "ran"],
      ["3", "the text of a.ts"],
    ]);
  });

  it("stop a tool call that a human has approved, in a run that is resumed", async () => {
    const { workspace } = await openProject(terminates);
    const rules = rulesMiddleware(workspace);
    const called: string[] = [];
    const deploy = tool({
      name: "deploy",
      description: "Deploys",
      parameters: z.object({ command: z.string() }),
      needsApproval: true,
      execute: ({ command }) => {
        called.push(command);
        return "deployed";
      },
    });
    const model = answering([calls("deploy", { command: "rm -rf /" })]);
    const agent = new Agent({ name: "Cleaner", model, tools: rules.guardTools([deploy]) });
    const runner = new Runner(rules.runConfig);
    const { state, interruptions } = await runner.run(agent, "Clean up");
    for (const interruption of interruptions) state.approve(interruption);
    await runner.run(agent, state);
    expect(called).toEqual([]);
    expect(JSON.stringify(model.requests[1]?.input)).toContain("denied by policy");
  });

  it("withhold a result", async () => {
    const { workspace } = await openProject({
      ".precept/policies/secret.yaml": policyFile({ id: "SECRET-1", severity: "CRITICAL", pattern: "the text of" }),
    });
    const { called, seen } = await run(workspace, [calls("read", { path: "a.ts" })]);
    expect(called).toEqual(["read a.ts"]);
    expect(outputs(seen)).toEqual([["call-read", expect.stringMatching(/^The result of read was withheld by policy\./)]]);
  });

  it("advise the model in the result of the tool", async () => {
    const { workspace } = await openProject(advises);
    const { called, seen } = await run(workspace, [calls("run", { command: "sudo ls" })]);
    expect(called).toEqual(["run sudo ls"]);
    expect(outputs(seen)).toEqual([
      ["call-run", expect.stringMatching(/^ran\n\nPolicies about this tool call:\n- SUDO-1 \(SOFT_HOOK\)/)],
    ]);
  });

  it("stop the commands of a local shell", async () => {
    const { workspace } = await openProject(terminates);
    const ran: string[] = [];
    const shell = shellTool({
      shell: {
        run: async ({ commands }) => {
          ran.push(...commands);
          return { output: [{ stdout: "ran", stderr: "", outcome: { type: "exit", exitCode: 0 } }] };
        },
      },
    });
    const shellCall = (callId: string, ...commands: string[]) =>
      ({ type: "shell_call", callId, status: "completed", action: { commands } }) as const;
    const { seen } = await run(workspace, [shellCall("1", "ls", "rm -rf /"), shellCall("2", "ls")], (rules) => ({
      tools: rules.guardTools([shell]),
    }));
    expect(ran).toEqual(["ls"]);
    expect(seen.filter(({ type }) => type === "shell_call_output")).toMatchObject([
      { callId: "1", output: [{ stdout: "", stderr: expect.stringContaining("denied by policy"), outcome: { exitCode: 1 } }] },
      { callId: "2", output: [{ stdout: "ran" }] },
    ]);
  });

  it("stop the patches of an editor, by the text that they add", async () => {
    const { workspace } = await openProject(terminates);
    const applied: string[] = [];
    const apply = async ({ path }: ApplyPatchOperation) => void applied.push(path);
    const editor = applyPatchTool({ editor: { createFile: apply, updateFile: apply, deleteFile: apply } });
    const patchCall = (operation: ApplyPatchOperation) =>
      ({ type: "apply_patch_call", callId: operation.path, status: "completed", operation }) as const;
    const { seen } = await run(
      workspace,
      [
        patchCall({ type: "create_file", path: "a.sh", diff: "+rm -rf /" }),
        patchCall({ type: "update_file", path: "b.sh", diff: "@@\n-ls\n+rm -rf /" }),
        patchCall({ type: "update_file", path: "c.sh", diff: "@@\n-rm -rf /\n+ls" }),
        patchCall({ type: "delete_file", path: "d.sh" }),
      ],
      (rules) => ({ tools: rules.guardTools([editor]) }),
    );
    expect(applied).toEqual(["c.sh", "d.sh"]);
    expect(seen.flatMap((item) => (item.type === "apply_patch_call_output" ? [item.status] : []))).toEqual([
      "failed",
      "failed",
      "completed",
      "completed",
    ]);
  });

  it("stop the tool calls of an MCP server", async () => {
    const { workspace } = await openProject(terminates);
    const server = new RecordingServer();
    const { seen } = await run(
      workspace,
      [calls("query", { sql: "rm -rf" }, "1"), calls("query", { sql: "SELECT 1" }, "2")],
      (rules) => ({ mcpServers: [rules.guardMcpServer(server)] }),
    );
    expect(server.called).toEqual(["SELECT 1"]);
    expect(JSON.stringify(seen)).toContain("The tool call was denied by policy: query was not run.");
  });

  it("do not apply to tools that the provider runs", async () => {
    const { workspace } = await openProject(terminates);
    const search = webSearchTool();
    expect(rulesMiddleware(workspace).guardTools([search])).toEqual([search]);
  });

  it("stop a prompt before the model is called", async () => {
    const { workspace } = await openProject(terminates);
    const rules = rulesMiddleware(workspace);
    const model = answering();
    const agent = new Agent({ name: "Cleaner", model });
    const error: unknown = await new Runner(rules.runConfig).run(agent, "Run rm -rf /").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputGuardrailTripwireTriggered);
    expect((error as { result: unknown }).result).toMatchObject({
      guardrail: { name: "precept_prompt" },
      output: { outputInfo: { allowed: false, message: expect.stringContaining("- NO-1") } },
    });
    expect(model.requests).toEqual([]);
  });

  it("stop a final output", async () => {
    const { workspace } = await openProject(terminates);
    const rules = rulesMiddleware(workspace);
    const agent = new Agent({ name: "Cleaner", model: answering([says("Run rm -rf / yourself")]) });
    await expect(new Runner(rules.runConfig).run(agent, "Clean up")).rejects.toBeInstanceOf(OutputGuardrailTripwireTriggered);
  });
});

/** An MCP server in this process, with private fields like the servers of the SDK. */
class RecordingServer implements MCPServer {
  readonly #called: string[] = [];
  readonly name = "database";
  readonly cacheToolsList = false;

  get called(): readonly string[] {
    return this.#called;
  }
  async connect(): Promise<void> {}
  async close(): Promise<void> {}
  async invalidateToolsCache(): Promise<void> {}
  async listTools(): ReturnType<MCPServer["listTools"]> {
    const properties = { sql: { type: "string" } };
    const inputSchema = { type: "object", properties, required: ["sql"], additionalProperties: false } as const;
    return [{ name: "query", description: "Runs a query", inputSchema: { ...inputSchema, required: ["sql"] } }];
  }
  async callTool(_name: string, args: Record<string, unknown> | null): ReturnType<MCPServer["callTool"]> {
    this.#called.push(String(args?.["sql"]));
    return [{ type: "text", text: "1 row" }];
  }
}
