import { describe, expect, it } from "vitest";
import { applyMutation, findMutations } from "./find-mutations.ts";

function mutantsOf(text: string): readonly string[] {
  return findMutations("a.ts", text).map((mutation) => applyMutation(text, mutation));
}

describe("the mutations of a module", () => {
  it.each([
    ["a <= b;", ["a < b;"]],
    ["if (!a && b) c();", ["if (!a || b) c();", "if (a && b) c();"]],
    ["(a) === (b as number);", ["(a) !== (b as number);"]],
    ["const x = [1, true, -2];", ["const x = [2, true, -2];", "const x = [1, false, -2];", "const x = [1, true, -3];"]],
    ["a++; --b; c += d;", ["a--; --b; c += d;", "a++; ++b; c += d;", "a++; --b; c -= d;"]],
    ["f(a! > 0x10 satisfies boolean);", ["f(a! >= 0x10 satisfies boolean);", "f(a! > 17 satisfies boolean);"]],
  ])("change one operator or constant: %s", (text, mutants) => {
    expect(mutantsOf(text)).toEqual(mutants);
  });

  it.each([
    'import { a } from "a";',
    "type A = 1 | true;",
    "interface B { readonly c: 3 }",
    "let d: -1;",
    "export type { A } from './b.ts';",
  ])("leave types and imports alone: %s", (text) => expect(mutantsOf(text)).toEqual([]));
});
