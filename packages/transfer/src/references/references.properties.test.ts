import { createRule, expandReferences, type ReferenceReader, type Rule } from "@precept/core";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialects, findFileImports, findRuleImports, type RuleFormat, type FormatSpec } from "@precept/mdc-compat";
import type { ReadReference } from "./included-text.ts";
import { listReferences } from "./convert-references.ts";
import { readReferences } from "./read-references.ts";
import { resolveImport, resolveReference } from "./reference-path.ts";
import { writeReferences } from "./write-references.ts";

const formats = dialects
  .flatMap((dialect) => dialect.formats.map((format) => [`${dialect.id}: ${format.spec.id}`, format] as const))
  .filter(([, { spec }]) => spec.id !== "precept");

/** A path in the project that a file of the format can have. */
function pathOf({ codec, locations: [{ dir, files }] }: RuleFormat): string {
  const [extension = ".md"] = codec.extensions;
  const name = files?.[0] ?? `t${extension}`;
  return dir === "" ? name : `${dir}/${name}`;
}

type Files = ReadonlyMap<string, string>;

const line = fc.constantFrom(
  "Use cents.",
  "@Injectable is a decorator.",
  "Write to ada@example.org",
  "`code` and `@inCode`",
  "",
  "# Title",
  "<!-- a comment -->",
);

/** Files that import each other, some in a circle. */
const anyFiles: fc.Arbitrary<Files> = fc
  .tuple(
    fc.array(fc.oneof(line, fc.constantFrom("@b.md", "@deep/c.md", "@none.md")), { maxLength: 4 }),
    fc.array(fc.oneof(line, fc.constantFrom("@a.md", "@deep/c.md")), { maxLength: 4 }),
    fc.array(fc.oneof(line, fc.constantFrom("@../b.md")), { maxLength: 4 }),
  )
  .map(
    ([a, b, c]) =>
      new Map([
        ["docs/a.md", `${a.join("\n")}\n`],
        ["docs/b.md", b.join("\n")],
        ["docs/deep/c.md", `${c.join("\r\n")}\r\n`],
        ["packages/web/docs/w.md", "Web.\n"],
        ["docs/with space.md", "Space.\n"],
      ]),
  );

const readable = [
  "#[[file:docs/a.md]]",
  "See #[[file:docs/b.md]]",
  "#[[file:docs/deep/c.md]].",
  "#[[file:docs/with space.md]], and",
];
const around = fc.oneof(
  line,
  fc.constantFrom(
    ...readable,
    "a#[[file:docs/a.md]]b",
    "`#[[file:docs/a.md]]`",
    "```\n#[[file:docs/b.md]]\n```",
    "@docs/a.md is a name",
    "#[[file:docs/a.md]]#[[file:docs/b.md]]",
    "(#[[file:./own.md]])",
  ),
);
const hostile = fc.constantFrom(
  "#[[file:none.md]]",
  "#[[file:../../../out.md]]",
  "#[[file:/etc/passwd]]",
  "#[[file:a-->b.md]]",
  "<!-- precept: file end -->",
  "<!-- precept: file docs/a.md -->",
  "\uE000 0 \uE001",
  "`unbalanced",
);

function contentOf(lines: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(lines, { minLength: 1, maxLength: 6 }).map((all) => `${all.join("\n\n")}\n`);
}

function ruleOf(content: string): Rule {
  return createRule({ id: "t", name: "t", content, origin: { store: "fs", dialect: "precept", path: "docs/t.md" } });
}

/** A reader of files in memory. */
function readerOf(files: Files): ReferenceReader {
  return {
    importsIn: findRuleImports,
    async read(path, rule, from) {
      const file = from === undefined ? resolveReference(path, rule) : resolveImport(path, from);
      const text = file === undefined ? undefined : files.get(file);
      return file === undefined || text === undefined ? { kind: "missing" } : { kind: "text", id: file, text };
    },
  };
}

/** The texts of the files that a rule refers to, as an export reads them. */
async function readAll(rule: Rule, files: Files): Promise<ReadReference> {
  const texts = new Map<string, string>();
  for (const path of new Set([...listReferences(rule), ...files.keys()])) {
    if (!files.has(path)) continue;
    const one = ruleOf(`#[[file:${path}]]`);
    texts.set(path, (await expandReferences([one], readerOf(files))).texts.get(one) ?? "");
  }
  return (path) => {
    const text = texts.get(path);
    if (text === undefined) return { kind: "none", problem: "does not exist", exists: false };
    return { kind: "text", text, hasImports: (files.get(path) ?? "").includes("@") };
  };
}

/** What the tool loads for a text of a file. */
function load(text: string, file: string, spec: FormatSpec, files: Files, trail: readonly string[] = []): string {
  const found =
    spec.imports !== undefined
      ? findFileImports(text, spec.imports).map((one) => ({ ...one, target: resolveImport(one.path, file) }))
      : spec.references === true
        ? Array.from(text.matchAll(/#\[\[file:(.+?)\]\]/g), ({ 0: all, 1: path = "", index }) => {
            return { start: index, end: index + all.length, target: path };
          })
        : [];
  let loaded = "";
  let position = 0;
  for (const { start, end, target = "" } of found) {
    const included = files.get(target);
    if (included === undefined || trail.includes(target) || trail.length >= 5) continue;
    loaded += text.slice(position, start) + load(included, target, spec, files, [...trail, target]);
    position = end;
  }
  return loaded + text.slice(position);
}

/** A text without what an export adds: the markers around inserted texts, and backticks. */
function withoutMarkup(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(/<!-- precept: file (?!end -->).+? -->\n/g, "")
    .replaceAll("\n<!-- precept: file end -->", "")
    .replaceAll("`", "");
}

/** Each format has these properties, and most formats share their code. */
const runs = { numRuns: propertyRuns({ sample: 40, full: 1000 }) };

describe.each(formats)("references in %s", (_, format) => {
  const { spec } = format;
  const path = pathOf(format);

  it("load the text that Precept itself includes", async () => {
    await fc.assert(
      fc.asyncProperty(contentOf(around), anyFiles, async (content, files) => {
        const own = new Map([...files, ["docs/own.md", "Own.\n"]]);
        const native = ruleOf(content);
        const { rule } = writeReferences(native, { spec, path, readFile: await readAll(native, own) });
        const { texts } = await expandReferences([native], readerOf(own));
        expect(withoutMarkup(load(rule.content, path, spec, own))).toBe(withoutMarkup(texts.get(native) ?? content));
      }),
      runs,
    );
  });

  it("are read back from an edited file as they were in the rule", async () => {
    await fc.assert(
      fc.asyncProperty(contentOf(fc.oneof(around, hostile)), anyFiles, async (content, files) => {
        const native = ruleOf(content);
        const target = { spec, path, native, readFile: await readAll(native, files) };
        const written = writeReferences(native, target).rule.content;
        expect(readReferences(written, target)).toEqual({ content, edited: [] });
        const edited = `Edited.\n\n${written}`;
        expect(readReferences(edited, target)).toEqual({ content: `Edited.\n\n${content}`, edited: [] });
      }),
      runs,
    );
  });

  it("survive import and export byte for byte", async () => {
    const { imports } = spec;
    const words = fc.constantFrom("@docs/a.md", "See @docs/b.md", "@docs/deep/c.md", "Also @docs/a.md");
    await fc.assert(
      fc.asyncProperty(contentOf(imports === undefined ? line : fc.oneof(line, words)), anyFiles, async (content, files) => {
        const dialect = imports === undefined ? "cursor" : spec.id;
        const foreign = createRule({
          id: "t",
          name: "t",
          content,
          origin: { store: "fs", dialect, path: "T.md", ...(imports !== undefined && { imports: true }) },
        });
        const target = { spec, path: "T.md", readFile: await readAll(foreign, files) };
        const { rule } = writeReferences(foreign, target);
        expect(withoutMarkup(rule.content)).toBe(withoutMarkup(content));
      }),
      runs,
    );
  });
});
