import { expect, it, vi } from "vitest";
import { parse } from "@humanwhocodes/momoa";
import type { JsonEntry } from "@precept/mdc-compat/install";
import { removeEntries } from "./remove-entries.ts";

// Counts the calls, and parses as before.
vi.mock(import("@humanwhocodes/momoa"), async (importOriginal) => {
  const original = await importOriginal();
  return { ...original, parse: vi.fn<typeof original.parse>(original.parse) };
});

const handler = { command: "precept hook claude-code" };
const entry: JsonEntry = { kind: "hook", path: ["hooks", "PreToolUse"], value: handler, agent: "claude-code" };
const other = { command: "other" };

/** Removes the hooks of a file with `count` groups. Returns how often a text was parsed, and the rest. */
function removeFrom(groups: readonly object[]): { readonly parsed: number; readonly rest: unknown } {
  vi.mocked(parse).mockClear();
  const rest = removeEntries(JSON.stringify({ hooks: { PreToolUse: groups } }, null, 2), [entry]);
  expect(rest).toBeTypeOf("string");
  return { parsed: vi.mocked(parse).mock.calls.length, rest: JSON.parse(rest as string) as unknown };
}

it.each([
  ["groups with one hook each", (count: number) => Array.from({ length: count }, () => ({ hooks: [handler] })), {}],
  [
    "one group with all hooks and another one",
    (count: number) => [{ hooks: [...Array.from({ length: count }, () => handler), other] }],
    { hooks: { PreToolUse: [{ hooks: [other] }] } },
  ],
  [
    "groups that also have another hook",
    (count: number) => Array.from({ length: count }, () => ({ hooks: [other, handler] })),
    undefined,
  ],
])("a file with 1,000 hooks is parsed as often as one with 10: %s", (_, groupsOf, expected) => {
  const few = removeFrom(groupsOf(10));
  const many = removeFrom(groupsOf(1000));
  expect(many.parsed).toBe(few.parsed);
  expect(many.parsed).toBeLessThan(5);
  expect(many.rest).toEqual(expected ?? { hooks: { PreToolUse: Array.from({ length: 1000 }, () => ({ hooks: [other] })) } });
});
