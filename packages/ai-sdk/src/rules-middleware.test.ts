import {
  api,
  expectSecondPass,
  migrations,
  openProject,
  otherStyle,
  requestsApi,
  ruleFile,
  security,
  sql,
  style,
} from "@precept/adapter-testing";
import type { MiddlewareEvent } from "@precept/middleware";
import { jsonSchema, tool, wrapLanguageModel } from "ai";
import { describe, expect, it } from "vitest";
import { requestRulesTool } from "./request-rules-tool.ts";
import { rulesMiddleware } from "./rules-middleware.ts";
import { createFakeModel, type FakeModelCall } from "../test/fake-model.ts";
import { runs } from "../test/run-model.ts";

/** A tool that opens a file. */
const read = tool({
  description: "Reads a file",
  inputSchema: jsonSchema<{ path: string }>({ type: "object", properties: { path: { type: "string" } }, required: ["path"] }),
  execute: async ({ path }) => `the text of ${path}`,
});
const readCall = (path: string) => [{ tool: "read", input: { path } }];

/** The system messages of each call of the model. */
const systems = (calls: readonly FakeModelCall[]) =>
  calls.map(({ prompt }) => prompt.filter(({ role }) => role === "system").map(({ content }) => content));

describe.each(Object.entries(runs))("the rules of a model that %s calls", (_, run) => {
  it("reach it after the tool call that opened the file that they match", async () => {
    const { workspace } = await openProject(style, sql);
    const { model, calls } = createFakeModel(readCall("db/query.sql"), "fixed");
    const { text } = await run({
      model: wrapLanguageModel({ model, middleware: rulesMiddleware(workspace) }),
      system: "You are a reviewer.",
      prompt: "Fix the query",
      tools: { read },
    });
    expect(text).toBe("fixed");
    const [[first], [second]] = systems(calls) as [[string], [string]];
    expect(first).toMatch(
      /^You are a reviewer\.\n\n<precept-rules>\n## Agent Rules\n[^]*### style\n\n[^]*Use named exports\.\n<\/precept-rules>$/,
    );
    expect(first).not.toContain("Use parameters.");
    expect(second).toContain("Use parameters.");
    expect(second.match(/<precept-rules>/g)).toHaveLength(1);
  });

  it("can be asked for with the tool, if the call has it", async () => {
    const { workspace } = await openProject(style, api, migrations);
    const { model, calls } = createFakeModel("Hello", [{ tool: "request_rules", input: requestsApi }], "done");
    const wrapped = wrapLanguageModel({ model, middleware: rulesMiddleware(workspace) });
    await run({ model: wrapped, prompt: "Add a route", tools: { read } });
    expect(systems(calls)[0]?.[0]).not.toContain("Ask For");
    const tools = { read, request_rules: tool(requestRulesTool(workspace)) };
    await run({ model: wrapped, prompt: "Add a route", tools });
    expectSecondPass(
      calls.slice(1).map((call) => ({
        system: String(call.prompt[0]?.content),
        tools: call.tools?.map(({ name }) => name) ?? [],
        conversation: JSON.stringify(call.prompt),
      })),
    );
  });

  it("reach it without a system prompt; without rules, the prompt is unchanged", async () => {
    const { workspace } = await openProject(sql);
    const { model, calls } = createFakeModel(readCall("a.sql"));
    const middleware = rulesMiddleware(workspace);
    await run({ model: wrapLanguageModel({ model, middleware }), prompt: "Hello", tools: { read } });
    expect(systems(calls)).toEqual([[], [expect.stringMatching(/^<precept-rules>\n[^]*Use parameters\./)]]);
    expect(calls[1]?.prompt.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
  });

  it("are current after a change between two turns", async () => {
    const { workspace, write } = await openProject(style);
    const { model, calls } = createFakeModel("Hello", "Goodbye");
    const wrapped = wrapLanguageModel({ model, middleware: rulesMiddleware(workspace, { reload: true }) });
    await run({ model: wrapped, prompt: "Hello" });
    await write(otherStyle);
    await run({
      model: wrapped,
      messages: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hello" },
        { role: "user", content: [{ type: "text", text: "And now?" }] },
      ],
    });
    const [[first], [second]] = systems(calls) as [[string], [string]];
    expect(first).toContain("Use named exports.");
    expect(second).toContain("Use default exports, for once.");
    expect(second).not.toContain("Use named exports.");
  });

  it("include the rules that the options of the call request; the provider does not receive these options", async () => {
    const kai = ruleFile("kai", "Answer Kai in French.", "inclusion: always\nconditions:\n  assistant_id: kai\n");
    const { workspace } = await openProject(sql, security, kai);
    const { model, calls } = createFakeModel();
    const events: MiddlewareEvent[] = [];
    const middleware = rulesMiddleware(workspace, { onEvent: (event) => events.push(event) });
    const precept = { files: ["a.sql"], include: ["security"], assistant: "kai", session: "s" };
    const providerOptions = { precept, acme: { seed: 7 } };
    await run({ model: wrapLanguageModel({ model, middleware }), prompt: "Hello", providerOptions });
    expect(calls[0]?.providerOptions).toEqual({ acme: { seed: 7 } });
    expect(events).toMatchObject([{ event_type: "rules_applied", session_id: "s" }]);
    const [{ triggered_rules }] = events as [Extract<MiddlewareEvent, { event_type: "rules_applied" }>];
    expect(triggered_rules.map(({ name }) => name).toSorted()).toEqual(["kai", "security", "sql"]);
  });

  it("fail the call if its options are invalid, or if the rules cannot be resolved", async () => {
    const { workspace } = await openProject(style);
    const { model, calls } = createFakeModel();
    const wrapped = wrapLanguageModel({ model, middleware: rulesMiddleware(workspace) });
    const providerOptions = { precept: { files: "a.sql", users: "ada" } };
    await expect(run({ model: wrapped, prompt: "Hello", providerOptions })).rejects.toThrow(
      /providerOptions\.precept\.files: .*array.*providerOptions\.precept: .*"users"/s,
    );
    await workspace[Symbol.asyncDispose]();
    await expect(run({ model: wrapped, prompt: "Hello" })).rejects.toThrow("closed");
    expect(calls).toEqual([]);
    const continues = rulesMiddleware(workspace, { onError: "continue" });
    await run({ model: wrapLanguageModel({ model, middleware: continues }), system: "Base.", prompt: "Hello" });
    expect(systems(calls)).toEqual([["Base."]]);
  });
});

describe("the rules of concurrent conversations", () => {
  it("do not mix", async () => {
    const { workspace } = await openProject(style, sql, security);
    // The answer depends on the conversation only, since all of them share the model.
    const answer = ({ prompt }: FakeModelCall) => {
      const text = JSON.stringify(prompt);
      if (prompt.at(-1)?.role === "user") return readCall(text.includes("SQL") ? "a.sql" : "a.ts");
      return ["Use named exports.", "Use parameters.", "Validate input."].filter((one) => text.includes(one)).join(" ");
    };
    const { model } = createFakeModel(...Array.from({ length: 40 }, () => answer));
    const wrapped = wrapLanguageModel({ model, middleware: rulesMiddleware(workspace) });
    const ask = async (at: number) => {
      const isSql = at % 2 === 0;
      const isSecurity = at % 3 === 0;
      const prompt = `${isSql ? "Read SQL" : "Read"}${isSecurity ? ", use @security" : ""}`;
      const { text } = await runs.generateText({ model: wrapped, prompt, tools: { read } });
      expect(text).toBe(`Use named exports.${isSql ? " Use parameters." : ""}${isSecurity ? " Validate input." : ""}`);
    };
    await Promise.all(Array.from({ length: 20 }, (_, at) => ask(at)));
  });
});
