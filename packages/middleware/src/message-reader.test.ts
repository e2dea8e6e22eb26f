import { expect, it } from "vitest";
import { createMessageReader } from "./message-reader.ts";

interface Native {
  role: "user" | "assistant" | "tool";
  content: unknown;
  calls?: readonly { readonly tool?: string; readonly input: unknown }[];
}

const read = createMessageReader({
  roleOf: ({ role }: Native) => role,
  contentOf: ({ content }: Native) => content,
  callsOf: ({ calls }: Native) => calls,
  toolCallsOf: (calls) => calls.map(({ tool, input }) => ({ name: tool, arguments: input })),
});

it("reads the texts of the user and the arguments of tool calls", () => {
  expect(
    read([
      { role: "user", content: [{ type: "text", text: "Fix it" }] },
      { role: "assistant", content: "I will.", calls: [{ tool: "read", input: '{"path":"a.sql"}' }] },
      { role: "tool", content: "SELECT 1" },
    ]),
  ).toEqual([
    { role: "user", content: "Fix it" },
    { role: "assistant", toolCalls: [{ name: "read", arguments: { path: "a.sql" } }] },
    { role: "tool" },
  ]);
});

it("returns the same object for the same message until it is changed", () => {
  const native: Native = { role: "user", content: "Fix" };
  const [first] = read([native]);
  expect(read([native])[0]).toBe(first);
  native.content = "Fix it";
  expect(read([native])).toEqual([{ role: "user", content: "Fix it" }]);
});
