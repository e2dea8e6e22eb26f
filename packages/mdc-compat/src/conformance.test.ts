import { createRule, inclusions, type Inclusion, type Rule, type RuleInput } from "@precept/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialectNames, dialects, findDialect } from "./dialects.ts";
import type { Dialect, RuleFormat } from "./dialect.ts";
import { hasImports } from "./format/imports.ts";
import { mixedTexts, nativeTexts, pieces } from "./testing/texts.ts";

// What every codec promises, and whether the facts about it are true: a new format has nothing to add here.

const formats = dialects.flatMap((dialect) =>
  dialect.formats.map((format) => [`${dialect.id}: ${format.facts.id}`, format, pathsIn(dialect, format)] as const),
);

/** Where files of the format may lie: in a directory of its, or as one of the files that it consists of. */
function pathsIn({ output }: Dialect, { codec, places }: RuleFormat): readonly [string, ...string[]] {
  const pathOf = output.kind === "files" && output.codec === codec ? output.pathOf : undefined;
  const [first = `t${codec.extensions[0] ?? ""}`, ...others] =
    pathOf === undefined ? places.flatMap(({ files = [] }) => files) : [[], ["a"]].map((contexts) => pathOf({ contexts }, "t"));
  return [first, ...others];
}

function pathInOutput({ pathOf, codec }: Extract<Dialect["output"], { kind: "files" }>): string {
  return pathOf?.({ contexts: [] }, "t") ?? `t${codec.extensions[0] ?? ""}`;
}

function read({ codec }: RuleFormat, text: string, path: string): Rule | undefined {
  const { draft } = codec.parse({ text, path, file: path });
  if (draft === undefined) return undefined;
  const { label: _, ...fields } = draft;
  return createRule({ ...fields, id: "project:t" });
}

const line = fc.string({ maxLength: 40 }).map((text) => text.replace(/[\r\n]/g, " ").trim());
const segment = fc.constantFrom("src", "a.ts", "*.ts", "*", "**", "[id]", "x?", "a-b", "ü");
const key = fc.stringMatching(/^x[\w$.-]{0,8}$/);
const json = fc.oneof(fc.string(), fc.boolean(), fc.integer(), fc.array(fc.string()));

/** Every rule that the facts say the format can express. */
function expressible({ facts }: RuleFormat): fc.Arbitrary<Partial<RuleInput>> {
  const start = facts.globs?.rooted === "anywhere" ? "**" : "src";
  const glob = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => [start, ...segments].join("/"));
  const content = fc
    .oneof(fc.string({ unit: "binary", maxLength: 200 }), pieces)
    .filter((text) => !text.startsWith("\uFEFF") && (facts.imports === undefined || !hasImports(text, facts.imports)));
  const metadata = facts.keepsKeys ? fc.dictionary(key, json, { maxKeys: 2, noNullPrototype: true }) : fc.constant({});
  const of = (inclusion: Inclusion): fc.Arbitrary<Partial<RuleInput>> =>
    fc.record({
      content,
      metadata,
      inclusion: fc.constant(inclusion),
      description: facts.describes.includes(inclusion)
        ? line.filter((text) => inclusion !== "agentRequested" || text !== "")
        : fc.constant(""),
      globs:
        inclusion === "fileMatch"
          ? fc.uniqueArray(glob, { minLength: 1, maxLength: facts.globs?.list === "one pattern" ? 1 : 3 })
          : fc.constant([]),
    });
  return fc.oneof(...inclusions.filter((inclusion) => facts.inclusions[inclusion].written !== undefined).map(of));
}

describe.each(formats)("%s", (_, format, paths) => {
  const { facts, codec } = format;
  const isNative = codec.id === "precept";
  // Native files without a name are no rules.
  const texts = isNative ? nativeTexts : mixedTexts;
  const [path] = paths;

  it("carries the id and the title of its facts", () => {
    expect([codec.id, codec.title]).toEqual([facts.id, facts.title]);
    expect(facts.source).toMatch(/^https:\/\/|\.md$/);
  });

  it("gives every file back, byte for byte, whose rule did not change", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const rule = read(format, text, path);
        fc.pre(rule !== undefined);
        expect(codec.print(rule, text).text).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it("reads every rule that it can express as it was, and has nothing to note about it", () => {
    fc.assert(
      fc.property(expressible(format), fc.constantFrom(...paths), (fields, file) => {
        // What a path says of its rule.
        const { name = "t", contexts = [] } = read(format, "x", file) ?? {};
        const rule = createRule({
          id: "project:t",
          name,
          contexts,
          ...fields,
          ...(isNative && { description: fields.description || "D" }),
        });
        const { text, notes } = codec.print(rule);
        expect(notes).toEqual([]);
        expect(read(format, text, file)).toEqual(rule);
      }),
      { numRuns: 300 },
    );
  });

  it("reads a changed rule as it was changed, whatever the file was like", () => {
    const change = fc.constantFrom<Partial<Rule>>(
      { content: "New text.\n" },
      ...(facts.inclusions.always.written === undefined ? [] : [{ inclusion: "always" as const, globs: [], description: "" }]),
      ...(facts.inclusions.fileMatch.written === undefined
        ? []
        : [{ inclusion: "fileMatch" as const, globs: ["**/*.ts"], description: "" }]),
    );
    fc.assert(
      fc.property(texts, change, (text, fields) => {
        const rule = read(format, text, path);
        fc.pre(rule !== undefined && !rule.content.includes("#[[") && !rule.content.includes("@"));
        const changed = { ...rule, ...fields };
        const again = read(format, codec.print(changed, text).text, path);
        const { content, inclusion, globs } = changed;
        // Elsewhere patterns have no effect, and stay as they are.
        expect(again).toMatchObject({ content, inclusion, ...(inclusion === "fileMatch" && { globs }) });
      }),
      { numRuns: 300 },
    );
  });

  it.each(inclusions)("makes of a rule that is included as %s what its facts say", (inclusion) => {
    const { written, becomes } = facts.inclusions[inclusion];
    const rule = createRule({
      id: "project:t",
      name: "t",
      description: "D",
      content: "Text.\n",
      inclusion,
      globs: inclusion === "fileMatch" ? ["**/*.ts"] : [],
    });
    const { text, notes } = codec.print(rule);
    const isNoted = notes.some(({ field, kind }) => field === "inclusion" && kind === "meaning");
    expect(isNoted).toBe(written === undefined);
    expect(read(format, text, path)?.inclusion).toBe(written === undefined ? becomes : inclusion);
  });
});

describe.each(dialects)("$id", ({ id, formats: own, alsoReads, output }) => {
  const others = dialects.filter((other) => alsoReads.includes(other.id)).flatMap((other) => other.formats);

  it("has no two formats of the same id, and knows the dialects that it also reads", () => {
    expect(new Set(own.map(({ codec }) => codec.id)).size).toBe(own.length);
    expect(alsoReads.filter((other) => other === id || findDialect(other)?.id !== other)).toEqual([]);
  });

  it("reads what an export writes for it", () => {
    const places = [...own, ...others].flatMap((format) => format.places).filter(({ personal }) => personal !== true);
    const path = output.kind === "files" ? pathInOutput(output) : "";
    const found = places.flatMap(({ dir, files = [path] }) => files.map((file) => (dir === "" ? file : `${dir}/${file}`)));
    expect(found).toContain(output.kind === "files" ? `${output.dir}/${path}` : output.file);
    expect(output.codec.accepts?.(path) ?? true).toBe(true);
  });
});

it("no two dialects go by the same name", () => {
  expect(dialectNames().filter((name, at, names) => names.indexOf(name) !== at)).toEqual([]);
});

it("no file is read by two dialects, since its rules would then be there twice", () => {
  const files = dialects.flatMap(({ formats: own }) =>
    own.flatMap(({ places }) =>
      places.flatMap(({ dir, files: names = ["**"], personal = false }) =>
        names.map((name) => `${personal ? "~/" : ""}${dir}/${name}`),
      ),
    ),
  );
  expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([]);
});
