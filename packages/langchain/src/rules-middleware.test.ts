import { randomUUID } from "node:crypto";
import { MemorySaver } from "@langchain/langgraph";
import type { MiddlewareEvent } from "@precept/middleware";
import {
  advises,
  api,
  expectSecondPass,
  migrations,
  openProject,
  requestsApi,
  otherStyle,
  ruleFile,
  security,
  sql,
  style,
  terminates,
} from "@precept/adapter-testing";
import { policyFile } from "@precept/testing";
import type { Workspace } from "@precept/workspace";
import { AIMessage, createAgent, fakeModel, HumanMessage, tool, ToolMessage, toolStrategy } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { rulesMiddleware } from "./rules-middleware.ts";
import { isRulesStreamEvent } from "./stream-events.ts";

// Tests use no network: LangSmith would receive traces.
process.env["LANGSMITH_TRACING"] = "false";
process.env["LANGCHAIN_TRACING_V2"] = "false";

/** Tools that record their calls. */
function createTools() {
  const called: string[] = [];
  const read = tool(
    ({ path }) => {
      called.push(`read ${path}`);
      return `the text of ${path}`;
    },
    { name: "read", description: "Reads a file", schema: z.object({ path: z.string() }) },
  );
  const shell = tool(
    ({ command }) => {
      called.push(`shell ${command}`);
      return "done";
    },
    { name: "shell", description: "Runs a command", schema: z.object({ command: z.string() }) },
  );
  return { called, tools: [read, shell] };
}

const call = (name: string, args: Record<string, unknown>, id = `call-${name}`) => ({
  name,
  args,
  id,
  type: "tool_call" as const,
});
const done = () => new AIMessage({ content: "done", id: randomUUID() });
const ask = (content: string) => ({ messages: [new HumanMessage(content)] });

type Fake = ReturnType<typeof fakeModel>;

/** The system message of each call of the model. */
const systems = (model: Fake) => model.calls.map(({ messages }) => (messages[0]?.getType() === "system" ? messages[0].text : ""));

describe("the rules of an agent", () => {
  it("reach the model after the tool call that opened the file that they match", async () => {
    const { workspace } = await openProject(style, sql);
    const model = fakeModel()
      .respondWithTools([call("read", { path: "db/query.sql" })])
      .respond(done());
    const agent = createAgent({
      model,
      tools: createTools().tools,
      systemPrompt: "You are a reviewer.",
      middleware: [rulesMiddleware(workspace)],
    });
    const { triggered_rules, rules_loaded, rule_files } = await agent.invoke(ask("Fix the query"));
    const [first = "", second = ""] = systems(model);
    expect(first).toMatch(
      /^You are a reviewer\.\n\n<precept-rules>\n## Agent Rules\n[^]*### style\n\n[^]*Use named exports\.\n<\/precept-rules>$/,
    );
    expect(first).not.toContain("Use parameters.");
    expect(second).toContain("Use parameters.");
    expect({ triggered_rules, rules_loaded, rule_files }).toEqual({
      triggered_rules: ["sql", "style"],
      rules_loaded: true,
      rule_files: ["db/query.sql"],
    });
  });

  it("can be asked for with a tool, which the model only has where there are some", async () => {
    const { workspace, write } = await openProject(style);
    const offered: string[][] = [];
    const rules = rulesMiddleware(workspace, { reload: true });
    const agentWith = (model: Fake) => {
      const bound = model.bindTools.bind(model);
      model.bindTools = (tools) => {
        offered.push(tools.map((one) => ("name" in one ? one.name : "")));
        return bound(tools);
      };
      return createAgent({ model, tools: createTools().tools, systemPrompt: "Base.", middleware: [rules] });
    };
    await agentWith(fakeModel().respond(done())).invoke(ask("Hello"));
    expect(offered).toEqual([["read", "shell"]]);
    await write({ ...api, ...migrations });
    // In the oldest version, a model begins with its first response again each time an agent is invoked.
    const model = fakeModel()
      .respondWithTools([call("request_rules", requestsApi)])
      .respond(done());
    const agent = agentWith(model);
    const { rule_references, triggered_rules } = await agent.invoke(ask("Add a route"));
    expect({ rule_references, triggered_rules }).toEqual({
      rule_references: ["api", "migratons"],
      triggered_rules: ["api", "style"],
    });
    const seen = model.calls.map(({ messages }, at) => ({
      system: messages[0]?.text ?? "",
      tools: offered[at + 1] ?? [],
      conversation: JSON.stringify(messages),
    }));
    expectSecondPass(seen);
  });

  it("reach the model without a system prompt", async () => {
    const { workspace } = await openProject(style);
    const model = fakeModel().respond(done());
    await createAgent({ model, tools: [], middleware: [rulesMiddleware(workspace)] }).invoke(ask("Hello"));
    expect(systems(model)).toEqual([expect.stringMatching(/^<precept-rules>\n/)]);
  });

  it("include the rules that the context of the invocation requests", async () => {
    const kai = ruleFile("kai", "Answer Kai in French.", "inclusion: always\nconditions:\n  assistant_id: kai\n");
    const { workspace } = await openProject(sql, security, kai);
    const model = fakeModel().respond(done()).respond(done());
    const agent = createAgent({ model, tools: [], middleware: [rulesMiddleware(workspace)] });
    const context = { files: ["a.sql"], include: ["security"], assistant: "kai" };
    const { triggered_rules, rule_files } = await agent.invoke(ask("Hello"), { context });
    expect(triggered_rules?.toSorted()).toEqual(["kai", "security", "sql"]);
    expect(rule_files).toEqual([]);
    expect((await agent.invoke(ask("Hello"))).triggered_rules).toEqual([]);
  });

  it("are current after a change between two turns, and appear once", async () => {
    const { workspace, write } = await openProject(style);
    const middleware = [rulesMiddleware(workspace, { reload: true })];
    const checkpointer = new MemorySaver();
    // A model for each turn: the fake model of older versions starts again with its first answer.
    const takeTurn = async (question: string) => {
      const model = fakeModel().respond(done());
      const agent = createAgent({ model, tools: [], systemPrompt: "Base.", middleware, checkpointer });
      const { messages } = await agent.invoke(ask(question), { configurable: { thread_id: "1" } });
      return { messages, system: systems(model)[0] ?? "" };
    };
    const { system: first } = await takeTurn("Hello");
    await write(otherStyle);
    const { system: second, messages } = await takeTurn("And now?");
    expect(first).toContain("Use named exports.");
    expect(second).toContain("Use default exports, for once.");
    expect(second).not.toContain("Use named exports.");
    expect(second.match(/<precept-rules>/g)).toHaveLength(1);
    expect(messages.map((message) => message.getType())).toEqual(["human", "ai", "human", "ai"]);
  });

  it("of files and names in removed messages still apply", async () => {
    const { workspace } = await openProject(sql, security);
    const model = fakeModel().respond(done()).respond(done());
    const agent = createAgent({
      model,
      tools: [],
      middleware: [rulesMiddleware(workspace)],
      checkpointer: new MemorySaver(),
    });
    const config = { configurable: { thread_id: "1" } };
    const { rule_files, rule_references } = await agent.invoke(ask("Fix `a.sql` with @security"), config);
    expect({ rule_files, rule_references }).toEqual({ rule_files: ["a.sql"], rule_references: ["security"] });
    const other = createAgent({ model, tools: [], middleware: [rulesMiddleware(workspace)] });
    const { triggered_rules } = await other.invoke({ ...ask("Continue"), rule_files, rule_references });
    expect(triggered_rules?.toSorted()).toEqual(["security", "sql"]);
  });

  it("are in the state of an agent with a structured response", async () => {
    const { workspace } = await openProject(style);
    const model = fakeModel().respondWithTools([call("answer", { ok: true })]);
    const responseFormat = toolStrategy({ title: "answer", type: "object", properties: { ok: { type: "boolean" } } });
    const agent = createAgent({ model, tools: [], responseFormat, middleware: [rulesMiddleware(workspace)] });
    const { structuredResponse, triggered_rules } = await agent.invoke(ask("Hello"));
    expect({ structuredResponse, triggered_rules }).toEqual({ structuredResponse: { ok: true }, triggered_rules: ["style"] });
  });

  it("of concurrent conversations do not mix", async () => {
    const { workspace } = await openProject(style, sql, security);
    // The answer depends on the conversation only, since all of them share the model.
    const model = fakeModel();
    for (let at = 0; at < 40; at += 1) {
      model.respond((messages) => {
        const question = messages.find((message) => message.getType() === "human");
        const path = question?.text.includes("SQL") === true ? "a.sql" : "a.ts";
        const isSecondCall = messages.at(-1)?.getType() === "tool";
        return new AIMessage(isSecondCall ? { content: "done" } : { content: "", tool_calls: [call("read", { path })] });
      });
    }
    const agent = createAgent({ model, tools: createTools().tools, middleware: [rulesMiddleware(workspace)] });
    const invoke = async (at: number) => {
      const question = `${at % 2 === 0 ? "Read SQL" : "Read"}${at % 3 === 0 ? ", use @security" : ""}`;
      const { triggered_rules, rule_files, rule_references } = await agent.invoke(ask(question));
      expect(triggered_rules?.toSorted()).toEqual([
        ...(at % 3 === 0 ? ["security"] : []),
        ...(at % 2 === 0 ? ["sql"] : []),
        "style",
      ]);
      expect(rule_files).toEqual([at % 2 === 0 ? "a.sql" : "a.ts"]);
      expect(rule_references).toEqual(at % 3 === 0 ? ["security"] : []);
    };
    await Promise.all(Array.from({ length: 20 }, (_, at) => invoke(at)));
  });
});

describe("the policies of an agent", () => {
  async function run(workspace: Workspace, calls: readonly ReturnType<typeof call>[]) {
    const model = fakeModel()
      .respondWithTools([...calls])
      .respond(done());
    const { called, tools } = createTools();
    const agent = createAgent({ model, tools, middleware: [rulesMiddleware(workspace)] });
    const { messages } = await agent.invoke(ask("Clean up"), { configurable: { thread_id: "thread-7" } });
    return { called, answers: messages.filter((message) => ToolMessage.isInstance(message)), model };
  }

  it("stop a tool call: the tool does not run, and the model learns why", async () => {
    const { workspace } = await openProject(terminates);
    const { called, answers, model } = await run(workspace, [call("shell", { command: "rm -rf /" })]);
    expect(called).toEqual([]);
    expect(answers).toMatchObject([{ status: "error", name: "shell", tool_call_id: "call-shell" }]);
    const seen = model.calls[1]?.messages.at(-1)?.text;
    expect(seen).toContain("- NO-1 (TERMINATE): NO-1 is broken. Ask a human.");
    const { violations } = await workspace.policies.auditLog();
    expect(await violations.tail(10)).toMatchObject([{ rule_id: "NO-1", further: { session: "thread-7", tool: "shell" } }]);
  });

  it("stop only one of several tool calls at the same time", async () => {
    const { workspace } = await openProject(terminates);
    const { called, answers } = await run(workspace, [
      call("shell", { command: "rm -rf /" }, "1"),
      call("shell", { command: "ls" }, "2"),
      call("read", { path: "a.ts" }, "3"),
    ]);
    expect(called.toSorted()).toEqual(["read a.ts", "shell ls"]);
    expect(answers.map(({ tool_call_id, status }) => [tool_call_id, status ?? "success"])).toEqual([
      ["1", "error"],
      ["2", "success"],
      ["3", "success"],
    ]);
  });

  it("withhold a result", async () => {
    const { workspace } = await openProject({
      ".precept/policies/secret.yaml": policyFile({ id: "SECRET-1", severity: "CRITICAL", pattern: "the text of" }),
    });
    const { called, answers } = await run(workspace, [call("read", { path: "a.ts" })]);
    expect(called).toEqual(["read a.ts"]);
    expect(answers[0]?.text).toMatch(/^The result of read was withheld by policy\./);
  });

  it("advise the model in the result of the tool", async () => {
    const { workspace } = await openProject(advises);
    const { called, answers } = await run(workspace, [call("shell", { command: "sudo ls" })]);
    expect(called).toEqual(["shell sudo ls"]);
    expect(answers[0]?.text).toMatch(/^done\n\nPolicies about this tool call:\n- SUDO-1 \(SOFT_HOOK\)/);
  });
});

describe("the events of an agent", () => {
  it("are in its custom stream", async () => {
    const { workspace } = await openProject(style, {
      ".precept/policies/no.yaml": policyFile({ id: "NO-1", severity: "CRITICAL", pattern: "rm -rf" }),
    });
    const model = fakeModel()
      .respondWithTools([call("shell", { command: "rm -rf /" })])
      .respond(done());
    const agent = createAgent({ model, tools: createTools().tools, middleware: [rulesMiddleware(workspace)] });
    const context = { debug: true, session: "s" };
    const events: unknown[] = [];
    for await (const event of await agent.stream(ask("Hello"), { streamMode: "custom", context })) events.push(event);
    const applied = { type: "RulesApplied", event_type: "rules_applied", session_id: "s", triggered_rules: [{ name: "style" }] };
    const debug = { type: "RuleDebug", event_type: "rule_debug", trace: { final_rules: ["style"] } };
    expect(events.every(isRulesStreamEvent)).toBe(true);
    expect([undefined, "RulesApplied", { type: "RulesApplied" }].some(isRulesStreamEvent)).toBe(false);
    expect(events).toMatchObject([
      applied,
      debug,
      { type: "PolicyEnforced", event_type: "policy_enforced", tool: "shell", allowed: false },
      applied,
      debug,
    ]);
  });

  it("of debug mode come with the trace in the state and in the prompt", async () => {
    const { workspace } = await openProject(style, sql);
    const model = fakeModel().respond(done());
    const agent = createAgent({ model, tools: [], middleware: [rulesMiddleware(workspace, { debug: true })] });
    const { rule_trace } = await agent.invoke(ask("Hello"));
    expect(rule_trace).toMatchObject({ final_rules: ["style"], skipped_rules: [{ name: "sql" }] });
    expect(systems(model)[0]).toContain("## [DEBUG] Rule Evaluation Trace");
  });

  it("name the error if the rules cannot be resolved", async () => {
    const { workspace } = await openProject(style);
    await workspace[Symbol.asyncDispose]();
    const messages: (string | undefined)[] = [];
    const onEvent = (event: MiddlewareEvent) => messages.push("error" in event ? event.error?.message : undefined);
    const model = fakeModel().respond(done());
    const continues = rulesMiddleware(workspace, { onError: "continue", onEvent });
    await createAgent({ model, tools: [], systemPrompt: "Base.", middleware: [continues] }).invoke(ask("Hello"));
    expect(systems(model)).toEqual(["Base."]);
    expect(messages).toEqual([expect.stringContaining("closed")]);
    const throws = createAgent({ model, tools: [], middleware: [rulesMiddleware(workspace)] });
    await expect(throws.invoke(ask("Hello"))).rejects.toThrow("closed");
  });

  it("do not delay an aborted invocation", async () => {
    const { workspace } = await openProject(style);
    const model = fakeModel().respond(done());
    const agent = createAgent({ model, tools: [], middleware: [rulesMiddleware(workspace, { onError: "continue" })] });
    await expect(agent.invoke(ask("Hello"), { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    expect(model.callCount).toBe(0);
  });
});
