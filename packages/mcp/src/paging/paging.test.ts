import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { rankCompletions } from "../prompts/rank-completions.ts";
import { toInvalidParams } from "../invalid-params.ts";
import { parseArguments } from "../tools/parse-arguments.ts";
import { decodeCursor, encodeCursor, fingerprintOf } from "./cursor.ts";
import { cutText } from "./cut-text.ts";

describe("a part of a text", () => {
  const plain = (length: number) => "a".repeat(length);
  it.each([
    ["is the whole text if there is room as JSON", plain(300), 0, 302, 300],
    ["is shorter, if the quotes do not fit", plain(300), 0, 301, 240],
    ["has at least 200 characters", plain(300), 0, 10, 200],
    ["ends at the text", plain(150), 0, 10, 150],
    ["begins at its offset", plain(600), 300, 302, 600],
    ["ends with the last line in its second half", `${plain(150)}\n${plain(300)}`, 0, 10, 151],
    ["does not end with a line in its first half", `${plain(99)}\n${plain(300)}`, 0, 10, 200],
    ["does not end with a line in the middle", `${plain(100)}\n${plain(300)}`, 0, 10, 200],
    ["ends with a line after the middle", `${plain(101)}\n${plain(300)}`, 0, 10, 102],
    ["contains the line break at its end", `${plain(199)}\n${plain(300)}`, 0, 10, 200],
    ["contains no half of a character", `${plain(199)}😀${plain(300)}`, 0, 10, 199],
    ["contains a whole character", `${plain(198)}😀${plain(300)}`, 0, 10, 200],
    ["counts escapes", "\n".repeat(500), 0, 502, 204],
  ])("%s", (_, text, from, room, end) => {
    expect(cutText(text, from, room)).toBe(end);
  });
});

describe("a cursor", () => {
  const position = z.tuple([z.string(), z.int()]);
  const cursor = encodeCursor("rules", ["a", 7]);

  it("is read in its own list only", () => {
    expect(decodeCursor("rules", cursor, position)).toEqual(["a", 7]);
    for (const other of ["", "x", `${cursor}=`, `${cursor} `, encodeCursor("rules", ["a"]), encodeCursor("rules", ["a", 7, 8])]) {
      expect(() => decodeCursor("rules", other, position)).toThrow("The cursor is not one of this list.");
    }
    expect(() => decodeCursor("search", cursor, position)).toThrow("The cursor is not one of this list.");
  });

  it("has at most 20,000 characters", () => {
    const longest = encodeCursor("rules", ["x".repeat(14_986), 7]);
    expect(longest).toHaveLength(20_000);
    expect(decodeCursor("rules", longest, position)[1]).toBe(7);
    expect(() => decodeCursor("rules", encodeCursor("rules", ["x".repeat(14_987), 7]), position)).toThrow("not one of this list");
  });

  it("can contain a fingerprint of 22 characters, which changes with the value", () => {
    expect(fingerprintOf(["a"])).toHaveLength(22);
    expect(fingerprintOf(["a"])).not.toBe(fingerprintOf(["b"]));
  });
});

describe("completions", () => {
  it.each([
    ["st", ["style", "my-style", "test", "other"], ["style", "my-style", "test"]],
    ["ST", ["Style"], ["Style"]],
    ["", ["b", "a"], ["a", "b"]],
    ["e", ["de", "ce", "x-e"], ["x-e", "ce", "de"]],
    ["stile", ["style", "zzz"], ["style"]],
    ["a", ["a\nb", "a\u200b", "ab", "ab"], ["ab"]],
  ])("for %j: %j", (value, names, expected) => expect(rankCompletions(value, names)).toEqual(expected));

  it("suggest up to ten similar names", () => {
    const names = Array.from({ length: 11 }, (_, at) => `name${String.fromCharCode(97 + at)}`);
    expect(rankCompletions("namez", names)).toHaveLength(10);
  });
});

const issues = (count: number) => Array.from({ length: count }, (_, at) => ({ path: ["a", at], message: "is wrong" }));

describe("invalid arguments", () => {
  const schema = z.record(z.string(), z.number());
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, ""]));
  const messageOf = (written: unknown): string => {
    try {
      return JSON.stringify(parseArguments(schema, written));
    } catch (error) {
      return (error as Error).message;
    }
  };

  it("are named, up to ten of them", () => {
    expect(parseArguments(schema, undefined)).toEqual({});
    expect(messageOf(fields(10)).split("; ")).toHaveLength(10);
    expect(messageOf(fields(10))).not.toContain("more");
    expect(messageOf(fields(11))).toMatch(/^`f0` .*; `f9` .*; and 1 more\.$/);
    expect(messageOf(7)).toMatch(/^`arguments` /);
  });

  it("are converted to an error of the protocol", () => {
    const converted = (count: number) => (toInvalidParams(new Error(JSON.stringify(issues(count)))) as Error).message;
    expect(converted(1)).toBe("a.0: is wrong");
    expect(converted(10)).not.toContain("more");
    expect(converted(11)).toMatch(/a\.9: is wrong; and 1 more$/);
    for (const message of ["[]", "[x", "plain", '[{"path":"a"}]']) {
      const error = new Error(message);
      expect(toInvalidParams(error)).toBe(error);
    }
    expect(toInvalidParams("text")).toBe("text");
  });
});
