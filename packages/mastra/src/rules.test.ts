import { Agent } from "@mastra/core/agent";
import { MockMemory } from "@mastra/core/memory";
import { RequestContext } from "@mastra/core/request-context";
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
import { rulesProcessor } from "./rules-processor.ts";
import { createTools } from "../test/create-tools.ts";
import { answering, calls, callsOf, createFakeModel, says, systemsOf } from "../test/fake-model.ts";

const base = { id: "reviewer", name: "Reviewer", instructions: "You review code." };
const readsSql = [calls("read", { path: "db/query.sql" })];

describe("the rules of an agent", () => {
  it("reach the model after the tool call that opened the file that they match", async () => {
    const { workspace } = await openProject(style, sql);
    const model = answering(readsSql);
    const agent = new Agent({ ...base, model, tools: createTools().tools, inputProcessors: [rulesProcessor(workspace)] });
    const { text } = await agent.generate("Fix the query");
    expect(text).toBe("done");
    const [first = "", second = ""] = systemsOf(model);
    expect(first).toMatch(
      /^You review code\.\n\n<precept-rules>\n## Agent Rules\n[^]*### style\n\n[^]*Use named exports\.\n<\/precept-rules>$/,
    );
    expect(first).not.toContain("Use parameters.");
    expect(second).toContain("Use parameters.");
    expect(second.match(/<precept-rules>/g)).toHaveLength(1);
  });

  it.each([
    ["with other tools", createTools().tools],
    ["without tools", {}],
  ])("can be asked for with a tool, which the model only has where there are some, %s", async (_, tools) => {
    const { workspace, write } = await openProject(style);
    const model = answering([says("Hello")], [calls("request_rules", requestsApi)]);
    const inputProcessors = [rulesProcessor(workspace, { reload: true })];
    const agent = new Agent({ ...base, model, tools, inputProcessors });
    await agent.generate("Hello");
    expect(callsOf(model)[0]?.tools?.map(({ name }) => name) ?? []).toEqual(Object.keys(tools));
    await write({ ...api, ...migrations });
    await agent.generate("Add a route");
    const systems = systemsOf(model);
    expectSecondPass(
      callsOf(model)
        .slice(1)
        .map(({ prompt, tools: offered }, at) => ({
          system: systems[at + 1] ?? "",
          tools: offered?.map(({ name }) => name) ?? [],
          conversation: JSON.stringify(prompt),
        })),
    );
  });

  it("reach the model in a stream", async () => {
    const { workspace } = await openProject(style, sql);
    const model = answering(readsSql);
    const agent = new Agent({ ...base, model, tools: createTools().tools, inputProcessors: [rulesProcessor(workspace)] });
    const { textStream } = await agent.stream("Fix the query");
    let text = "";
    for await (const delta of textStream) text += delta;
    expect(text).toBe("done");
    expect(systemsOf(model).map((system) => system.includes("Use parameters."))).toEqual([false, true]);
  });

  it("are current after a change between two turns, and are not saved to memory", async () => {
    const { workspace, write } = await openProject(style, sql);
    const model = answering([calls("read", { path: "a.sql" })]);
    const memory = new MockMemory();
    const inputProcessors = [rulesProcessor(workspace, { reload: true })];
    const agent = new Agent({ ...base, model, memory, tools: createTools().tools, inputProcessors });
    const options = { memory: { thread: "thread-7", resource: "ana" } };
    await agent.generate("Hello", options);
    await write(otherStyle);
    await agent.generate("And now?", options);
    const [, first = "", second = ""] = systemsOf(model);
    expect(first).toContain("Use named exports.");
    expect(second).toContain("Use default exports, for once.");
    expect(second).not.toContain("Use named exports.");
    expect(second.match(/<precept-rules>/g)).toHaveLength(1);
    // The file that the first turn opened still counts.
    expect(second).toContain("Use parameters.");
    const { messages } = await memory.recall({ threadId: "thread-7", resourceId: "ana" });
    expect(messages.length).toBeGreaterThanOrEqual(4);
    expect(JSON.stringify(messages)).not.toContain("precept-rules");
  });

  it("include the rules that the request context requests; the session is the thread", async () => {
    const { workspace } = await openProject(sql, security);
    const events: unknown[] = [];
    const processor = rulesProcessor(workspace, {
      callOptionsOf: (context) => ({ include: context.get<"rules", readonly string[]>("rules"), files: ["a.sql"] }),
      onEvent: (event) => events.push(event),
    });
    const agent = new Agent({ ...base, model: answering(), memory: new MockMemory(), inputProcessors: [processor] });
    const requestContext = new RequestContext([["rules", ["security"]]]);
    await agent.generate("Hello", { requestContext, memory: { thread: "thread-7", resource: "ana" } });
    expect(events).toMatchObject([
      { event_type: "rules_applied", session_id: "thread-7", triggered_rules: [{ name: "security" }, { name: "sql" }] },
    ]);
  });

  it("of concurrent conversations do not mix", async () => {
    const { workspace } = await openProject(style, sql, security);
    // The answer depends on the conversation only, since all of them share the model.
    const model = createFakeModel(({ prompt }) => {
      const path = JSON.stringify(prompt).includes("SQL") ? "a.sql" : "a.ts";
      return prompt.at(-1)?.role === "tool" ? [says("done")] : [calls("read", { path })];
    });
    const agent = new Agent({ ...base, model, tools: createTools().tools, inputProcessors: [rulesProcessor(workspace)] });
    const questionOf = (at: number) => `${at % 2 === 0 ? "Read SQL" : "Read"}${at % 3 === 0 ? ", use @security" : ""} (${at})`;
    await Promise.all(Array.from({ length: 20 }, (_, at) => agent.generate(questionOf(at))));
    for (const { prompt } of callsOf(model)) {
      const text = JSON.stringify(prompt);
      const at = Number(/\((\d+)\)/.exec(text)?.[1]);
      expect(text.includes("Validate input.")).toBe(at % 3 === 0);
      expect(text.includes("Use parameters.")).toBe(at % 2 === 0 && prompt.at(-1)?.role === "tool");
    }
    expect(callsOf(model)).toHaveLength(40);
  });

  it("that cannot be resolved end the call", async () => {
    const processor = rulesProcessor({ resolve: () => Promise.reject(new Error("disk on fire")) });
    const model = answering();
    const agent = new Agent({ ...base, model, inputProcessors: [processor] });
    // Older versions of Mastra throw a different error.
    await expect(agent.generate("Hello")).rejects.toThrow(/disk on fire|Exhausted all fallback models/);
    expect(callsOf(model)).toEqual([]);
  });
});
