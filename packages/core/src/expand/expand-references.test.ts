import { describe, expect, it } from "vitest";
import type { Rule } from "../model/rule.ts";
import type { ReferencedFile, ReferenceReader } from "../ports/reference-reader.ts";
import { buildFileRule } from "../testing/rules.ts";
import { expandReferences, maxReferenceDepth, maxReferences } from "./expand-references.ts";

type Files = Readonly<Record<string, string | ReferencedFile>>;

/** Reads from a record; two spellings of a path are one file. */
function readerOf(files: Files, asked: unknown[] = []): ReferenceReader {
  return {
    async read(path, rule, from) {
      asked.push([path, rule.name, from]);
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
  it("is replaced by the text of its file, wherever it stands", async () => {
    expect(await expand("a #[[file:one.md]] b\n#[[file:two.md]]", { "one.md": "1", "two.md": "2\n" })).toMatchObject({
      text: "a 1 b\n2\n",
      codes: [],
    });
  });

  it("is followed in the files it brings in, each told from where", async () => {
    const asked: unknown[] = [];
    const rule = ruleOf("#[[file: one.md ]]");
    const reader = readerOf({ "one.md": "1 #[[file:two.md]]", "two.md": "2" }, asked);
    expect((await expandReferences([rule], reader)).texts.get(rule)).toBe("1 2");
    expect(asked).toEqual([
      ["one.md", "style", undefined],
      ["two.md", "style", "one.md"],
    ]);
  });

  it("may stand twice, and its text may look like a replacement pattern", async () => {
    expect((await expand("#[[file:a]]#[[file:a]]", { a: "$& $1" })).text).toBe("$& $1$& $1");
  });

  it("may have brackets in its path", async () => {
    expect((await expand("#[[file:app/[id]/page.tsx]] #[[file:[a]]]", { "app/[id]/page.tsx": "P", "[a]": "A" })).text).toBe(
      "P A",
    );
  });

  it.each(["#[[file:]]", "#[[file:a\nb]]", "[[file:a]]", "#[[file:a]", "#[[url:a]]", "#file:a"])(
    "is not what %j is",
    async (content) => {
      expect((await expand(content, { a: "A" })).text ?? content).toBe(content);
    },
  );
});

describe("what can't be brought in leaves a note", () => {
  it.each<[ReferencedFile, string, string, string]>([
    [
      { kind: "blocked" },
      "reference/blocked",
      "[File reference blocked: x]",
      'It is outside the allowed directories: "x", which the rule "style" refers to.',
    ],
    [
      { kind: "missing" },
      "reference/missing",
      "[File not found: x]",
      'The file does not exist: "x", which the rule "style" refers to.',
    ],
    [
      { kind: "tooLarge", bytes: 9 },
      "reference/too-large",
      "[File too large: x]",
      'It is too large (9 bytes): "x", which the rule "style" refers to.',
    ],
    [
      { kind: "unreadable", problem: "binary" },
      "reference/unreadable",
      "[Error reading file: x]",
      'It cannot be read: binary: "x", which the rule "style" refers to.',
    ],
  ])("%j", async (file, code, note, message) => {
    const { text, diagnostics } = await expand("a #[[file:x]] b", { x: file });
    expect(text).toBe(`a ${note} b`);
    expect(diagnostics).toMatchObject([{ code, severity: "warning", message, file: ".precept/rules/style.md" }]);
  });

  it("a file that refers to itself, or back to one it stands in, however its path is written", async () => {
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

  it("one of too many files, though none is deep", async () => {
    const { text, codes } = await expand("#[[file:a]]".repeat(maxReferences + 2), { a: "A" });
    expect(text).toBe("A".repeat(maxReferences) + "[File references nested too deeply: a]".repeat(2));
    expect(codes).toEqual(["reference/too-deep", "reference/too-deep"]);
  });

  it("and ends, however files multiply", async () => {
    const asked: unknown[] = [];
    const files = { 0: "#[[file:1]]".repeat(50), 1: "#[[file:2]]".repeat(50), 2: "2" };
    await expandReferences([ruleOf("#[[file:0]]")], readerOf(files, asked));
    expect(asked).toHaveLength(maxReferences);
  });
});

it("looks at rules with references only, and counts for each rule anew", async () => {
  const [plain, one, other] = [ruleOf("plain"), ruleOf("#[[file:a]]".repeat(60)), ruleOf("#[[file:a]]".repeat(60))];
  const { texts, diagnostics } = await expandReferences([plain, one, other], readerOf({ a: "A" }));
  expect([plain, one, other].map((rule) => texts.get(rule)?.length)).toEqual([undefined, 60, 60]);
  expect(diagnostics).toEqual([]);
});

it("hands the signal to the reader", async () => {
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

describe("a word that the rule's tool takes for a file", () => {
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

  it("is replaced by the text of the file, in files that were brought in as well", async () => {
    const files = { "a.md": "A and @b.md", "b.md": "B" };
    expect(await expandImports("See @a.md and #[[file:b.md]].", files)).toEqual({ text: "See A and B and B.", codes: [] });
  });

  it("stays as it is where there is no such file, and nobody is told: it may have been a name", async () => {
    const files = { "big.md": { kind: "tooLarge", bytes: 1e9 }, "out.md": { kind: "blocked" } } as const;
    expect(await expandImports("@types/node @big.md @out.md", files)).toEqual({ text: "@types/node @big.md @out.md", codes: [] });
  });

  it("ends in no circle", async () => {
    expect(await expandImports("@a.md", { "a.md": "1 @b.md", "b.md": "2 @a.md" })).toEqual({ text: "1 2 @a.md", codes: [] });
  });

  it("is not brought in where the file is a rule that is served anyway", async () => {
    expect((await expandImports("@a.md", { "a.md": "The same.\n" }, { served: new Set(["The same.\n"]) })).text).toBe("@a.md");
  });

  it("is a word like any other in rules whose tool knows no imports", async () => {
    expect((await expandImports("@a.md", { "a.md": "A" }, { imports: false })).text).toBeUndefined();
  });

  it("is no word where it stands in a reference", async () => {
    expect((await expandImports("#[[file:@a.md]]", { "@a.md": "A", "a.md]]": "no" })).text).toBe("A");
  });
});
