import { describe, expect, it } from "vitest";
import { parseMemory } from "./parse-memory.ts";

/** The category, date and text of each entry. */
function read(text: string): readonly (readonly (string | undefined)[])[] {
  return parseMemory(text).map(({ category, sourceDate, content }) => [category, sourceDate, content]);
}

const seed = `# MEMORY.md - 长期记忆

## 重要决策
- [2026-02-15] 决定使用文件系统存储上下文
- [2026-02-14] 确定主会话与共享上下文的判定机制

## 经验教训
- 异步 I/O 对性能至关重要

## 用户偏好
- 喜欢简洁的回复风格
`;

describe("entries that were written by hand", () => {
  it("have the category of their heading, a date if there is one, importance 3, and an id that stays the same", () => {
    expect(read(seed)).toEqual([
      ["重要决策", "2026-02-15", "决定使用文件系统存储上下文"],
      ["重要决策", "2026-02-14", "确定主会话与共享上下文的判定机制"],
      ["经验教训", undefined, "异步 I/O 对性能至关重要"],
      ["用户偏好", undefined, "喜欢简洁的回复风格"],
    ]);
    const modifiedAt = new Date("2026-03-01T10:00:00Z");
    const [dated, , undated] = parseMemory(seed, { modifiedAt });
    expect(dated).toMatchObject({ importance: 3, createdAt: "2026-02-15T00:00:00.000Z", updatedAt: "2026-02-15T00:00:00.000Z" });
    expect(undated).toMatchObject({ createdAt: "2026-03-01T10:00:00.000Z" });
    expect(dated?.id).toMatch(/^hand-[0-9a-f]{32}$/);
    expect(parseMemory(`## 重要决策\n* first\n${seed.slice(seed.indexOf("- ["))}`).map(({ id }) => id)).toContain(dated?.id);
  });

  it("have different ids if they have the same text", () => {
    const ids = parseMemory("- a\n- a\n## C\n- a\n").map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });

  it.each([
    [
      "other markers",
      "* a\n+ b\n  - c\n",
      [
        ["General", undefined, "a"],
        ["General", undefined, "b\n- c"],
      ],
    ],
    [
      "further lines",
      "- a\n  b\n\n  c\nd\n\nnot part of it\n- e",
      [
        ["General", undefined, "a\nb\n\nc\nd"],
        ["General", undefined, "e"],
      ],
    ],
    [
      "a code block",
      "- a\n  ```\n  ## b\n  - c\n  ```\n- d\n",
      [
        ["General", undefined, "a\n```\n## b\n- c\n```"],
        ["General", undefined, "d"],
      ],
    ],
    [
      "Windows line breaks",
      "## C\r\n- a\r\n- b\r\n",
      [
        ["C", undefined, "a"],
        ["C", undefined, "b"],
      ],
    ],
    ["a byte order mark", "\uFEFF## C\n- a", [["C", undefined, "a"]]],
    ["a closed heading", "## C ##\n- a", [["C", undefined, "a"]]],
    [
      "a subheading",
      "## C\n### D\n- a\n# E\n- b",
      [
        ["C", undefined, "a"],
        ["General", undefined, "b"],
      ],
    ],
    [
      "no date",
      "- [2026-13-01] a\n- [x] b\n- [2026-02-30]c",
      [
        ["General", undefined, "[2026-13-01] a"],
        ["General", undefined, "[x] b"],
        ["General", undefined, "[2026-02-30]c"],
      ],
    ],
    ["a broken comment", '- a <!-- precept {"id" -->', [["General", undefined, 'a <!-- precept {"id" -->']]],
  ])("may have %s", (_, text, entries) => {
    expect(read(text)).toEqual(entries);
  });

  it.each([
    ["fenced code", "```\n## C\n- a\n```\n"],
    ["an unclosed fence", "~~~\n- a\n"],
    ["a comment", "<!--\n## C\n- a\n-->\n"],
    ["an unclosed comment", "<!-- a\n- b\n"],
    ["front matter", "---\nlist:\n- a\n---\n"],
    ["a thematic break", "- - -\n* * *\n"],
    ["an empty item", "-\n- \n"],
    ["indented code", "    - a\n"],
    ["a number", "1. a\n"],
  ])("are not in %s", (_, text) => {
    expect(read(text)).toEqual([]);
  });
});

describe("the comment of an entry", () => {
  it("counts only if it is valid JSON, and only its valid fields count", () => {
    const [entry] = parseMemory('- a <!-- precept {"id":7,"importance":9,"created":"soon"} -->');
    expect(entry).toMatchObject({
      content: "a",
      importance: 3,
      id: expect.stringMatching(/^hand-/),
      createdAt: "1970-01-01T00:00:00.000Z",
    });
  });

  it("gives the exact text unless the line was edited by hand", () => {
    const line = '- edited <!-- precept {"id":"1","importance":4,"content":"a\\nb"} -->';
    expect(parseMemory(line)).toMatchObject([{ id: "1", importance: 4, content: "edited" }]);
    expect(parseMemory(line.replace("edited", "a b"))).toMatchObject([{ content: "a\nb" }]);
  });

  it("gives its id only to the first of several copies", () => {
    const line = '- a <!-- precept {"id":"1"} -->\n';
    const ids = parseMemory(line.repeat(3)).map(({ id }) => id);
    expect(ids[0]).toBe("1");
    expect(new Set(ids).size).toBe(3);
  });
});
