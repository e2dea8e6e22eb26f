import { describe, expect, it } from "vitest";
import { ViolationQueues } from "../mcp/violation-queues.ts";
import { toInvalidInput, toInvalidParts, invalidFields } from "../problems/invalid-input.ts";

describe("the queues of violations", () => {
  it("are remembered for 1,000 clients, the least recently used one is dropped", () => {
    const queues = new ViolationQueues();
    const first = queues.get("0");
    const second = queues.get("1");
    for (let at = 2; at < 1000; at += 1) queues.get(String(at));
    expect(queues.get("0")).toBe(first);
    queues.get("one more");
    expect(queues.get("0")).toBe(first);
    expect(queues.get("1")).not.toBe(second);
  });
});

describe("invalid input", () => {
  const parts = (count: number) => Array.from({ length: count }, (_, at) => ({ pointer: `/${at}`, detail: "is wrong" }));
  it.each([
    [1, ["/0: is wrong"]],
    [100, parts(100).map(({ pointer }) => `${pointer}: is wrong`)],
    [101, [...parts(100).map(({ pointer }) => `${pointer}: is wrong`), ": 1 other parts are invalid, too"]],
    [1200, [...parts(100).map(({ pointer }) => `${pointer}: is wrong`), ": 1,100 other parts are invalid, too"]],
  ])("of %i parts names at most 100", (count, reasons) => {
    expect(toInvalidInput(parts(count)).details).toMatchObject({ reasons });
  });

  it("names fields without the first character of their pointer", () => {
    expect(invalidFields({ pointer: "/a", detail: "x" }, { pointer: "?b", detail: "y" }).details).toMatchObject({
      reasons: ["a: x", "b: y"],
    });
  });

  it.each([
    ["json", ["a", 0, "b/c~d"], "/a/0/b~1c~0d"],
    ["json", [], ""],
    ["query", ["a"], "?a"],
    ["param", ["a"], "a"],
  ] as const)("points into the %s: %j", (part, path, pointer) => {
    expect(toInvalidParts(part, [{ code: "custom", path: [...path], message: "x" }] as never)).toEqual([
      { pointer, detail: "x" },
    ]);
    const unknown = { code: "unrecognized_keys", path: [...path], keys: ["k", "l"], message: "x" };
    expect(toInvalidParts(part, [unknown] as never)).toHaveLength(2);
  });
});
