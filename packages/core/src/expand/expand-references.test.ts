import { describe, expect, it } from "vitest";
import type { Rule } from "../model/rule.ts";
import type { ReferencedFile, ReferenceReader } from "../ports/reference-reader.ts";
import { buildFileRule } from "../../test/rules.ts";
import { expandReferences, maxReferenceDepth, maxReferences } from "./expand-references.ts";

type Files = Readonly<Record<string, string | ReferencedFile>>;

/** Reads from a record; two spellings of a path are one file. */
function readerOf(files: Files, requested: unknown[] = []): ReferenceReader {
  return {
    async read(path, rule, from) {
      requested.push([path, rule.name, from]);
      const id = path.replace(/^\.\//, "");
      const file = files[id] ?? { kind: "missing" };
      return typeof file === "string" ? { kind: "text", id, text: file } : file;
    },
  };
}

function ruleOf(content: string): Rule {
  return buildFileRule(".precept/rules/style.md", { content });
}

/** One rule's text and the codes of what is wrong with it. */
async function expand(content: string, files: Files) {
  const rule = ruleOf(content);
  const { texts, diagnostics } = await expandReferences([rule], readerOf(files));
  return { text: texts.get(rule), codes: diagnostics.map(({ code }) => code), diagnostics };
}

describe("a reference", () => {
  it("is replaced with the text of its file", async () => {
    expect(await expand("a #[[file:one.md]] b\n#[[file:two.md]]", { "one.md": "1", "two.md": "2\n" })).toMatchObject({
      text: "a 1 b\n2\n",
      codes: [],
    });
  });

  it("is expanded in included files, with the id of the including file", async () => {
    const requested: unknown[] = [];
    const rule = ruleOf("#[[file: one.md ]]");
    const reader = readerOf({ "one.md": "1 #[[file:two.md]]", "two.md": "2" }, requested);
    expect((await expandReferences([rule], reader)).texts.get(rule)).toBe("1 2");
    expect(requested).toEqual([
      ["one.md", "style", undefined],
      ["two.md", "style", "one.md"],
    ]);
  });

  it("can occur twice, and its text can contain replacement patterns such as $&", async () => {
    expect((await expand("#[[file:a]]#[[file:a]]", { a: "$& $1" })).text).toBe("$& $1$& $1");
  });

  it("can have brackets in its path", async () => {
    expect((await expand("#[[file:app/[id]/page.tsx]] #[[file:[a]]]", { "app/[id]/page.tsx": "P", "[a]": "A" })).text).toBe(
      "P A",
    );
  });

  it.each(["#[[file:]]", "#[[file:a\nb]]", "[[file:a]]", "#[[file:a]", "#[[url:a]]", "#file:a"])(
    "does not have the form %j",
    async (content) => {
      expect((await expand(content, { a: "A" })).text ?? content).toBe(content);
    },
  );
});

describe("a note replaces", () => {
  it.each<[ReferencedFile, string, string, string]>([
    [
      { kind: "blocked" },
      "reference/blocked",
      "[File reference blocked: x]",
      'The rule "style" refers to "x", which is outside the allowed directories.',
    ],
    [{ kind: "missing" }, "reference/missing", "[File not found: x]", 'The rule "style" refers to "x", which does not exist.'],
    [
      { kind: "tooLarge", bytes: 9 },
      "reference/too-large",
      "[File too large: x]",
      'The rule "style" refers to "x", which is too large (9 bytes).',
    ],
    [
      { kind: "unreadable", problem: "binary" },
      "reference/unreadable",
      "[Error reading file: x]",
      'The rule "style" refers to "x", which cannot be read: binary.',
    ],
  ])("%j", async (file, code, note, message) => {
    const { text, diagnostics } = await expand("a #[[file:x]] b", { x: file });
    expect(text).toBe(`a ${note} b`);
    expect(diagnostics).toMatchObject([{ code, severity: "warning", message, file: ".precept/rules/style.md" }]);
  });

  it("a file that includes itself, directly or indirectly, whatever the spelling of its path", async () => {
    expect(await expand("#[[file:a]]", { a: "A#[[file:./a]]" })).toMatchObject({
      text: "A[File reference cycle: ./a]",
      codes: ["reference/cycle"],
    });
    expect(await expand("#[[file:a]]", { a: "A#[[file:b]]", b: "B#[[file:a]]" })).toMatchObject({
      text: "AB[File reference cycle: a]",
      codes: ["reference/cycle"],
    });
  });

  it("a file nested too deeply", async () => {
    const chain = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [String(at), `${at}#[[file:${at + 1}]]`]));
    expect(await expand("#[[file:0]]", chain)).toMatchObject({
      text: `01234[File references nested too deeply: ${maxReferenceDepth}]`,
      codes: ["reference/too-deep"],
    });
  });

  it("a file above the maximum number", async () => {
    const { text, codes } = await expand("#[[file:a]]".repeat(maxReferences + 2), { a: "A" });
    expect(text).toBe("A".repeat(maxReferences) + "[File references nested too deeply: a]".repeat(2));
    expect(codes).toEqual(["reference/too-deep", "reference/too-deep"]);
  });

  it("files above the maximum number, if files include each other many times", async () => {
    const requested: unknown[] = [];
    const files = { 0: "#[[file:1]]".repeat(50), 1: "#[[file:2]]".repeat(50), 2: "2" };
    await expandReferences([ruleOf("#[[file:0]]")], readerOf(files, requested));
    expect(requested).toHaveLength(maxReferences);
  });
});

it("expands only rules with references, and counts for each rule separately", async () => {
  const [plain, one, other] = [ruleOf("plain"), ruleOf("#[[file:a]]".repeat(60)), ruleOf("#[[file:a]]".repeat(60))];
  const { texts, diagnostics } = await expandReferences([plain, one, other], readerOf({ a: "A" }));
  expect([plain, one, other].map((rule) => texts.get(rule)?.length)).toEqual([undefined, 60, 60]);
  expect(diagnostics).toEqual([]);
});

it("passes the signal to the reader", async () => {
  const { signal } = new AbortController();
  const signals: unknown[] = [];
  const reader: ReferenceReader = {
    async read(_path, _rule, _from, options) {
      signals.push(options?.signal);
      return { kind: "missing" };
    },
  };
  await expandReferences([ruleOf("#[[file:a]]")], reader, { signal });
  expect(signals).toEqual([signal]);
});

describe("an import of the rule's tool", () => {
  const words: NonNullable<ReferenceReader["importsIn"]> = (text) =>
    Array.from(text.matchAll(/@(\S+)/g), (match) => ({
      start: match.index,
      end: match.index + match[0].length,
      path: match[1] ?? "",
    }));

  async function expandImports(content: string, files: Files, { imports = true, served = new Set<string>() } = {}) {
    const rule = buildFileRule("CLAUDE.md", { content, origin: { store: "fs", path: "CLAUDE.md", imports } });
    const { texts, diagnostics } = await expandReferences([rule], { ...readerOf(files), importsIn: words }, { served });
    return { text: texts.get(rule), codes: diagnostics.map(({ code }) => code) };
  }

  it("is replaced with the text of the file, in included files too", async () => {
    const files = { "a.md": "A and @b.md", "b.md": "B" };
    expect(await expandImports("See @a.md and #[[file:b.md]].", files)).toEqual({ text: "See A and B and B.", codes: [] });
  });

  it("stays in the text without a diagnostic if the file does not exist", async () => {
    const files = { "big.md": { kind: "tooLarge", bytes: 1e9 }, "out.md": { kind: "blocked" } } as const;
    expect(await expandImports("@types/node @big.md @out.md", files)).toEqual({ text: "@types/node @big.md @out.md", codes: [] });
  });

  it("is not expanded in a cycle", async () => {
    expect(await expandImports("@a.md", { "a.md": "1 @b.md", "b.md": "2 @a.md" })).toEqual({ text: "1 2 @a.md", codes: [] });
  });

  it("is not expanded if the file is a rule of the resolution", async () => {
    expect((await expandImports("@a.md", { "a.md": "The same.\n" }, { served: new Set(["The same.\n"]) })).text).toBe("@a.md");
  });

  it("is expanded in a file that a rule of a tool without imports includes", async () => {
    const files = { "a.md": "A, @b.md and @types/node", "b.md": "B" };
    expect((await expandImports("@a.md #[[file:a.md]]", files, { imports: false })).text).toBe("@a.md A, B and @types/node");
  });

  it("does not count as a reference if it is no file", async () => {
    const files = { "a.md": "@word ".repeat(300), "b.md": "B" };
    const { text, codes } = await expandImports("#[[file:a.md]] #[[file:b.md]]", files, { imports: false });
    expect([text?.endsWith(" B"), codes]).toEqual([true, []]);
  });

  it("stays in the text after as many files as references may include", async () => {
    const { text, codes } = await expandImports("@a.md ".repeat(maxReferences + 1), { "a.md": "A" });
    expect(text).toBe(`${"A ".repeat(maxReferences)}@a.md `);
    expect(codes).toEqual([]);
  });

  it("is ignored in rules of tools without imports", async () => {
    expect((await expandImports("@a.md", { "a.md": "A" }, { imports: false })).text).toBeUndefined();
  });

  it("is ignored inside a reference", async () => {
    expect((await expandImports("#[[file:@a.md]]", { "@a.md": "A", "a.md]]": "no" })).text).toBe("A");
  });
});
