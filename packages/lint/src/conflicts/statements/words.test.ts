import { describe, expect, it } from "vitest";
import { stemOf, subjectOf, wordsOf } from "./words.ts";

it.each([
  ["exports", "export"],
  ["committing", "commit"],
  ["queries", "query"],
  ["matches", "match"],
  ["boxes", "box"],
  ["classes", "class"],
  ["pushes", "push"],
  ["types", "typ"],
  ["status", "status"],
  ["analysis", "analysis"],
  ["class", "class"],
  ["logged", "log"],
  ["using", "use"],
  ["used", "use"],
  ["writing", "writ"],
  ["string", "string"],
  ["bed", "bed"],
  ["need", "need"],
  ["added", "ad"],
  ["note", "not"],
  ["use", "use"],
  ["one", "one"],
  ["user's", "user"],
  ["Tests", "Tests"],
  ["c++s", "c++s"],
])("the stem of %s is %s", (word, stem) => expect(stemOf(word)).toBe(stem));

describe("the words of a text", () => {
  it.each([
    ["Use the named exports", ["nam", "export"]],
    ["Always use tests", ["alway", "use", "test"]],
    ["use write add tests", ["test"]],
    ["tests use mocks", ["test", "use", "mock"]],
    ["the a of", []],
    ["Use any", ["any"]],
    ["any class", ["class"]],
    ["any type here", ["any", "typ", "her"]],
    ["return any", ["return", "any"]],
    ["@types/node C++ x", ["@", "types/node", "c++", "x"]],
  ])("%s", (text, words) => expect(wordsOf(text)).toEqual(words));

  it("are the same subject in any order", () => {
    expect(subjectOf(["b", "a", "b"])).toBe(subjectOf(["a", "b"]));
    expect(subjectOf(["b", "a"])).toBe("a b");
  });
});
