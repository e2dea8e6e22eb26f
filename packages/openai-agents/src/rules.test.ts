import { Agent, MemorySession, Runner, user, type AgentInputItem } from "@openai/agents";
import {
  api,
  expectSecondPass,
  migrations,
  openProject,
  otherStyle,
  requestsApi,
  security,
  sql,
  style,
} from "@precept/adapter-testing";
import { describe, expect, it } from "vitest";
import { rulesMiddleware } from "./rules-middleware.ts";
import { createTools } from "../test/create-tools.ts";
import { answering, calls, FakeModel, says } from "../test/fake-model.ts";

const readsSql = [calls("read", { path: "db/query.sql" })];

describe("the rules of a run", () => {
  it("reach the model after the tool call that opened the file that they match", async () => {
    const { workspace } = await openProject(style, sql);
    const rules = rulesMiddleware(workspace);
    const model = answering(readsSql);
    const tools = rules.guardTools([createTools().read]);
    const agent = new Agent({ name: "Reviewer", instructions: "You review code.", model, tools });
    const { finalOutput, history } = await new Runner(rules.runConfig).run(agent, "Fix the query");
    expect(finalOutput).toBe("done");
    const [first = "", second = ""] = model.instructions;
    expect(first).toMatch(
      /^You review code\.\n\n<precept-rules>\n## Agent Rules\n[^]*### style\n\n[^]*Use named exports\.\n<\/precept-rules>$/,
    );
    expect(first).not.toContain("Use parameters.");
    expect(second).toContain("Use parameters.");
    // Nothing is added to what the program passes to the next run.
    expect(JSON.stringify(history)).not.toContain("precept-rules");
  });

  it("can be asked for with the tool, if the agent has it", async () => {
    const { workspace } = await openProject(style, api, migrations);
    const rules = rulesMiddleware(workspace);
    const without = answering();
    const base = { name: "Reviewer", instructions: "You review code." };
    await new Runner(rules.runConfig).run(new Agent({ ...base, model: without }), "Hello");
    expect(without.instructions[0]).not.toContain("Ask For");
    const model = answering([calls("request_rules", requestsApi)]);
    const tools = rules.guardTools([rules.requestRules]);
    await new Runner(rules.runConfig).run(new Agent({ ...base, model, tools }), "Add a route");
    expectSecondPass(
      model.requests.map(({ systemInstructions = "", tools: offered, input }) => ({
        system: systemInstructions,
        tools: offered.map((one) => ("name" in one ? one.name : "")),
        conversation: JSON.stringify(input),
      })),
    );
  });

  it("reach the model in a stream", async () => {
    const { workspace } = await openProject(style, sql);
    const rules = rulesMiddleware(workspace);
    const model = answering(readsSql);
    const agent = new Agent({ name: "Reviewer", model, tools: rules.guardTools([createTools().read]) });
    const stream = await new Runner(rules.runConfig).run(agent, "Fix the query", { stream: true });
    for await (const event of stream) expect(event.type).toBeDefined();
    await stream.completed;
    expect(model.instructions.map((text) => text.includes("Use parameters."))).toEqual([false, true]);
    expect(model.instructions[0]).toMatch(/^<precept-rules>\n/);
  });

  it("are current after a change between two turns, and appear once", async () => {
    const { workspace, write } = await openProject(style);
    const rules = rulesMiddleware(workspace, { reload: true });
    const model = answering();
    const agent = new Agent({ name: "Reviewer", instructions: "Base.", model });
    const runner = new Runner(rules.runConfig);
    const session = new MemorySession();
    await runner.run(agent, "Hello", { session });
    await write(otherStyle);
    await runner.run(agent, "And now?", { session });
    const [first = "", second = ""] = model.instructions;
    expect(first).toContain("Use named exports.");
    expect(second).toContain("Use default exports, for once.");
    expect(second).not.toContain("Use named exports.");
    expect(second.match(/<precept-rules>/g)).toHaveLength(1);
    const saved = await session.getItems();
    expect(saved.map((item) => ("role" in item ? item.role : item.type))).toEqual(["user", "assistant", "user", "assistant"]);
    expect(JSON.stringify(saved)).not.toContain("precept-rules");
  });

  it("include the rules that the context of the run requests, and their event names the agent", async () => {
    const { workspace } = await openProject(sql, security);
    interface Context {
      readonly session: string;
      readonly wanted: readonly string[];
    }
    const events: unknown[] = [];
    const rules = rulesMiddleware<Context>(workspace, {
      callOptionsOf: ({ session, wanted }) => ({ session, include: wanted, files: ["a.sql"] }),
      onEvent: (event) => events.push(event),
    });
    const agent = new Agent<Context>({ name: "Reviewer", model: answering() });
    await new Runner(rules.runConfig).run(agent, "Hello", { context: { session: "s", wanted: ["security"] } });
    expect(events).toMatchObject([
      { event_type: "rules_applied", session_id: "s", triggered_rules: [{ name: "security" }, { name: "sql" }] },
    ]);
  });

  it("include the rules of files in earlier turns, shell commands and patches", async () => {
    const { workspace } = await openProject(sql);
    const rules = rulesMiddleware(workspace);
    const patch: AgentInputItem = {
      type: "apply_patch_call",
      callId: "1",
      status: "completed",
      operation: { type: "delete_file", path: "old.sql" },
    };
    const answer: AgentInputItem = { type: "apply_patch_call_output", callId: "1", status: "completed" };
    const model = answering();
    const agent = new Agent({ name: "Reviewer", model });
    await new Runner(rules.runConfig).run(agent, [user("Remove it"), patch, answer, user("And now?")]);
    expect(model.instructions[0]).toContain("Use parameters.");
  });

  it("of concurrent runs do not mix", async () => {
    const { workspace } = await openProject(style, sql, security);
    const names: Record<string, string[]> = {};
    const rules = rulesMiddleware<{ session: string }>(workspace, {
      callOptionsOf: ({ session }) => ({ session }),
      onEvent: (event) => {
        if (event.event_type === "rules_applied" && event.session_id !== null)
          names[event.session_id] = event.triggered_rules.map(({ name }) => name).toSorted();
      },
    });
    // The answer depends on the conversation only, since all runs share the model.
    const model = new FakeModel(({ input }) => {
      const path = JSON.stringify(input).includes("SQL") ? "a.sql" : "a.ts";
      const isSecondCall = Array.isArray(input) && input.at(-1)?.type === "function_call_result";
      return isSecondCall ? [says("done")] : [calls("read", { path })];
    });
    const tools = rules.guardTools([createTools().read]);
    const agent = new Agent<{ session: string }>({ name: "Reviewer", model, tools });
    const runner = new Runner(rules.runConfig);
    await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const question = `${at % 2 === 0 ? "Read SQL" : "Read"}${at % 3 === 0 ? ", use @security" : ""}`;
        await runner.run(agent, question, { context: { session: String(at) } });
        const expected = [...(at % 3 === 0 ? ["security"] : []), ...(at % 2 === 0 ? ["sql"] : []), "style"];
        expect(names[String(at)]).toEqual(expected);
      }),
    );
  });

  it("that cannot be resolved end the run", async () => {
    const rules = rulesMiddleware({ resolve: () => Promise.reject(new Error("disk on fire")) });
    const agent = new Agent({ name: "Reviewer", model: answering() });
    await expect(new Runner(rules.runConfig).run(agent, "Hello")).rejects.toThrow("disk on fire");
  });
});
