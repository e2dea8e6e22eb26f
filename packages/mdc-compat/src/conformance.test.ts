import { createRule, inclusions, type Inclusion, type Rule, type RuleCodec, type RuleInput } from "@precept/core";
import { anyCodePoint, propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialectIds } from "./tools.ts";
import type { Dialect, RuleFormat } from "./model/dialect.ts";
import { dialectNames, dialects } from "./lookup/dialects.ts";
import { hasImports } from "./format/imports.ts";
import { sortReads } from "./reads/list-reads.ts";
import { expands } from "./skills/expansions.ts";
import * as mdcCompat from "./index.ts";
import { mixedTexts, nativeTexts, tokenTexts } from "../test/texts.ts";

// Checks every codec against its spec. A new format needs no tests of its own here.

const formats = dialects.flatMap((dialect) =>
  dialect.formats.map((format) => [`${dialect.id}: ${format.spec.id}`, format, listPaths(dialect, format)] as const),
);

/** Returns examples of paths that the format can have. */
function listPaths({ output }: Dialect, { codec, locations }: RuleFormat): readonly [string, ...string[]] {
  const getPath = output.kind === "files" && output.codec === codec ? output.getPath : undefined;
  const [first = `t${codec.extensions[0] ?? ""}`, ...others] =
    getPath === undefined
      ? locations.flatMap(({ files = [] }) => files)
      : [[], ["a"]].map((contexts) => getPath({ contexts }, "t"));
  return [first, ...others];
}

function getOutputPath({ getPath, codec }: Extract<Dialect["output"], { kind: "files" }>): string {
  return getPath?.({ contexts: [] }, "t") ?? `t${codec.extensions[0] ?? ""}`;
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

/** Generates rules that the format can express according to its spec. */
function expressible({ spec, codec }: RuleFormat): fc.Arbitrary<Partial<RuleInput>> {
  const start = spec.globs?.withSlash === "anywhere" ? "**" : "src";
  const glob = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => [start, ...segments].join("/"));
  const content = fc
    .oneof(fc.string({ unit: anyCodePoint, maxLength: 200 }), tokenTexts)
    .filter((text) => !text.startsWith("\uFEFF") && (spec.imports === undefined || !hasImports(text, spec.imports)))
    .filter((text) => (spec.expansions ?? []).every((expansion) => !expands(text, expansion)));
  const metadata = spec.allowsUnknownKeys ? fc.dictionary(key, json, { maxKeys: 2, noNullPrototype: true }) : fc.constant({});
  // Some tools do not load a skill without a description.
  const isDescribed = codec.parse({ text: "---\nname: t\n---\n", path: "t/SKILL.md", file: "" }).draft === undefined;
  const createFields = (inclusion: Inclusion): fc.Arbitrary<Partial<RuleInput>> =>
    fc.record({
      content,
      metadata,
      inclusion: fc.constant(inclusion),
      description: spec.describable.includes(inclusion)
        ? line.filter((text) => (inclusion !== "agentRequested" && !isDescribed) || text !== "")
        : fc.constant(""),
      globs:
        inclusion === "fileMatch"
          ? fc.uniqueArray(glob, { minLength: 1, maxLength: spec.globs?.list === "one pattern" ? 1 : 3 })
          : fc.constant([]),
    });
  return fc.oneof(...inclusions.filter((inclusion) => spec.inclusions[inclusion].syntax !== undefined).map(createFields));
}

/** Each format has these properties, and most formats share their code. */
const runs = { numRuns: propertyRuns({ sample: 40, full: 100 }) };

describe.each(formats)("%s", (_, format, paths) => {
  const { spec, codec } = format;
  const isNative = codec.id === "precept";
  // Native files without a name are not rules.
  const texts = isNative ? nativeTexts : mixedTexts;
  const [path] = paths;

  it("has the id and the title of its spec", () => {
    expect([codec.id, codec.title]).toEqual([spec.id, spec.title]);
    expect(spec.source).toMatch(/^https:\/\/|\.md$/);
  });

  it("preserves every file byte for byte if its rule did not change", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const rule = read(format, text, path);
        fc.pre(rule !== undefined);
        expect(codec.print(rule, text).text).toBe(text);
      }),
      runs,
    );
  });

  it("parses every rule that it can express back to the same rule, without fidelity notes", () => {
    fc.assert(
      fc.property(expressible(format), fc.constantFrom(...paths), (fields, file) => {
        // The fields that are derived from the path.
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
      runs,
    );
  });

  it("parses a changed rule back to the changed rule, for any original file", () => {
    const change = fc.constantFrom<Partial<Rule>>(
      { content: "New text.\n" },
      ...(spec.inclusions.always.syntax === undefined ? [] : [{ inclusion: "always" as const, globs: [], description: "" }]),
      ...(spec.inclusions.fileMatch.syntax === undefined
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
        // For other inclusions, patterns have no effect and are preserved.
        expect(again).toMatchObject({ content, inclusion, ...(inclusion === "fileMatch" && { globs }) });
      }),
      runs,
    );
  });

  it.each(inclusions)("prints a rule with inclusion %s according to its spec", (inclusion) => {
    const { syntax, fallback } = spec.inclusions[inclusion];
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
    expect(isNoted).toBe(syntax === undefined);
    expect(read(format, text, path)?.inclusion).toBe(syntax === undefined ? fallback : inclusion);
  });
});

describe.each(dialects)("$id", ({ id, formats: own, output }) => {
  it("has formats with unique ids", () => {
    expect(new Set(own.map(({ codec }) => codec.id)).size).toBe(own.length);
  });

  it("reads the files that an export writes for it", () => {
    const path = output.kind === "files" ? getOutputPath(output) : "";
    const written = output.kind === "files" ? `${output.dir}/${path}` : output.file;
    const required = own.flatMap(({ locations }) => locations.flatMap(({ requires }) => requires ?? []));
    expect(sortReads(id, [written, ...required]).read.map((file) => file.path)).toContain(written);
    expect(output.codec.accepts?.(path) ?? true).toBe(true);
  });

  it.runIf(output.nested)("reads the files that an export writes to a subdirectory", () => {
    const path = output.kind === "files" ? `${output.dir}/${getOutputPath(output)}` : output.file;
    expect(sortReads(id, [`web/${path}`]).read.map(({ base }) => base)).toEqual(["web"]);
  });
});

it("every codec that the package exports belongs to a dialect, except the one that detects the format", () => {
  const known = new Set(dialects.flatMap((dialect) => [dialect.output.codec, ...dialect.formats.map(({ codec }) => codec)]));
  const exported = Object.values(mdcCompat).filter((value): value is RuleCodec => typeof value === "object" && "print" in value);
  expect(exported.filter((codec) => !known.has(codec))).toEqual([mdcCompat.autoCodec]);
});

it("every tool is in the table under its id", () => {
  expect(dialects.map(({ id }) => id)).toEqual(dialectIds);
});

it("the names of all dialects are unique", () => {
  expect(dialectNames().filter((name, at, names) => names.indexOf(name) !== at)).toEqual([]);
});

it("no file is read by two dialects, which would duplicate its rules", () => {
  const files = dialects.flatMap(({ formats: own }) =>
    own.flatMap(({ locations }) =>
      locations.flatMap(({ dir, files: names = ["**"], personal = false }) =>
        names.map((name) => `${personal ? "~/" : ""}${dir}/${name}`),
      ),
    ),
  );
  expect(files.filter((file, at) => files.indexOf(file) !== at)).toEqual([]);
});
