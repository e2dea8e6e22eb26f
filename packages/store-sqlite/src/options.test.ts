import { expect, it } from "vitest";
import { completeOptions } from "./options.ts";

it("has the documented defaults", () => {
  expect(completeOptions({ path: "/rules.db" })).toMatchObject({
    id: "sqlite",
    watch: false,
    readOnly: false,
    durability: "full",
    pollMs: 200,
    busyTimeoutMs: 5000,
    maxVectorBytes: 268_435_456,
  });
});

it.each([{ pollMs: 0.5 }, { pollMs: 2 ** 31 - 1 }, { busyTimeoutMs: 0 }, { busyTimeoutMs: 2 ** 31 - 1 }, { maxVectorBytes: 0 }])(
  "accepts %j",
  (option) => expect(completeOptions({ path: "/rules.db", ...option })).toMatchObject(option),
);

it.each([
  ["path", ""],
  ["path", ":memory:"],
  ["pollMs", 0],
  ["pollMs", 2 ** 31],
  ["pollMs", Number.NaN],
  ["busyTimeoutMs", -1],
  ["busyTimeoutMs", 0.5],
  ["busyTimeoutMs", 2 ** 31],
  ["maxVectorBytes", -1],
  ["maxVectorBytes", Number.NaN],
])("rejects the %s %j", (option, value) =>
  expect(() => completeOptions({ path: "/rules.db", [option]: value })).toThrow(
    expect.objectContaining({ code: "OPTION_VALUE_INVALID", details: expect.objectContaining({ option }) as unknown }),
  ),
);
