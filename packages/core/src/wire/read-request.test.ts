import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PreceptError } from "../model/error.ts";
import { anyJson } from "../../test/arbitraries.ts";
import { fromWireRequest } from "./read-request.ts";

/** The reasons of the rejection of a value; empty if it is accepted. */
function problemsOf(value: unknown): readonly string[] {
  try {
    fromWireRequest(value);
    return [];
  } catch (error) {
    if (!PreceptError.is(error, "REQUEST_INVALID")) throw error;
    return error.details.reasons;
  }
}

describe("a request on the wire", () => {
  it("is read with every field", () => {
    const request = fromWireRequest({
      prompt: "Fix the cart.",
      messages: [
        { role: "user", content: "See `src/cart.ts`." },
        { role: "assistant", content: null, tool_calls: [{ id: "1", arguments: { path: "src/till.ts" } }] },
      ],
      files: ["src/cart.tsx"],
      include: ["security-review"],
      tool: "claude",
      user_id: "ann",
      project_id: "shop",
      session_id: "s1",
      assistant_id: "reviewer",
      contexts: ["review"],
      variables: { tier: "gold", limits: { max: 3 } },
      id: "r1",
      timestamp: "2026-01-02T03:04:05Z",
    });
    expect(request).toEqual({
      prompt: "Fix the cart.",
      messages: [{ content: "See `src/cart.ts`." }, { toolCalls: [{ arguments: { path: "src/till.ts" } }] }],
      files: ["src/cart.tsx"],
      include: ["security-review"],
      tool: "claude",
      user: "ann",
      project: "shop",
      session: "s1",
      assistant: "reviewer",
      contexts: ["review"],
      variables: { tier: "gold", limits: { max: 3 } },
      id: "r1",
      timestamp: "2026-01-02T03:04:05Z",
    });
  });

  it("is read from the older names, where empty texts mean that a session or assistant is missing", () => {
    expect(
      fromWireRequest({
        current_files: ["a.ts"],
        user_query: "",
        session_id: "",
        assistant_id: "",
        manual_rules: ["style"],
        extra_vars: { tier: "gold" },
        tool_id: "codex",
        request_id: "7",
      }),
    ).toEqual({ files: ["a.ts"], prompt: "", include: ["style"], variables: { tier: "gold" }, tool: "codex", id: "7" });
    expect(fromWireRequest({ context_vars: '{"tier":"gold"}', scope: ["chat"] })).toEqual({
      variables: { tier: "gold" },
      contexts: ["chat"],
    });
    expect(fromWireRequest({ prompt: null })).toEqual({});
  });

  it("can have messages with parts, and tool calls with functions", () => {
    const messages = [
      {
        content: [{ type: "text", text: "one" }, { type: "image" }, { type: "text", text: "two" }],
        tool_calls: [{ type: "function", function: { name: "read", arguments: '{"path":"a.ts"}' } }],
      },
    ];
    expect(fromWireRequest({ messages })).toEqual({
      messages: [{ content: "one\ntwo", toolCalls: [{ arguments: '{"path":"a.ts"}' }] }],
    });
  });
});

describe("an invalid request is rejected, with the location of each problem", () => {
  it.each<[unknown, readonly string[]]>([
    [null, ["it must be an object, not null"]],
    [[], ["it must be an object, not a list"]],
    [{ prompt: 7, files: "a.ts" }, ["prompt: must be a text, not 7", 'files: must be a list of texts, not "a.ts"']],
    [{ files: ["a.ts", 7] }, ["files: must be a list of texts, but item 1 is 7"]],
    [{ messages: {} }, ["messages: must be a list of objects, not an object"]],
    [{ messages: [{}, "Hi"] }, ['messages: item 1: must be an object, not "Hi"']],
    [{ messages: [{ content: 7 }] }, ["messages: item 0: content: must be a text, not 7"]],
    [{ messages: [{ content: ["Hi"] }] }, ["messages: item 0: content: must be a text or a list of parts"]],
    [{ messages: [{ tool_calls: [{}] }] }, ["messages: item 0: tool_calls: item 0: arguments: is missing"]],
    [
      { messages: [{ tool_calls: [{ arguments: Number.NaN }] }] },
      ["messages: item 0: tool_calls: item 0: arguments: must be JSON, but it is NaN"],
    ],
    [{ variables: ["tier"] }, ["variables: must be a JSON object, or the text of one, not a list"]],
    [{ variables: JSON.parse('{"__proto__":1}') as unknown }, ['variables: must not contain the key "__proto__"; rename it']],
    [{ project_id: "" }, ["project_id: is empty; omit it if there is none"]],
    [{ user_id: "" }, ["user_id: is empty; omit it if there is none"]],
    [{ timestamp: "now" }, ['timestamp: must be an ISO 8601 time such as 2026-01-02T03:04:05Z, not "now"']],
    [{ prompt: "a", user_query: "b" }, ['user_query: is "b", but `prompt` is "a"; send one of them']],
    [{ projectId: "shop", colour: 1 }, ['"projectId": is unknown; did you mean `project_id`?']],
    [{ colour: 1, size: 2 }, ['unknown fields: "colour", "size"; pass them as `variables`']],
    [
      { assistant_id: "a", variables: { assistant_id: "b" } },
      ['variables: `assistant_id` is "b", but the request\'s is "a"; send one of them'],
    ],
  ])("%j", (value, reasons) => {
    expect(problemsOf(value)).toEqual(reasons);
  });

  it("with one reason for a list, however long it is", () => {
    expect(problemsOf({ messages: Array.from({ length: 200_000 }, () => 7) })).toEqual([
      "messages: item 0: must be an object, not 7",
    ]);
  });

  it("or read, whatever it is", () => {
    const name = fc.constantFrom("prompt", "messages", "files", "variables", "context_vars", "assistant_id", "id", "__proto__");
    fc.assert(
      fc.property(fc.dictionary(name, anyJson), (value) => {
        expect(problemsOf(value).every((reason) => reason.length < 400)).toBe(true);
      }),
    );
  });
});
