import { sha256 as hash } from "@precept/files";
import { createRule, parseNativeRule, type Rule } from "@precept/core";
import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Dialect, type RuleFormat, dialects } from "@precept/mdc-compat";
import { draftExport } from "../assign/draft.ts";
import { planExport } from "../plan/plan.ts";
import { mixedTexts } from "../../../mdc-compat/test/texts.ts";
import { planImport } from "./plan.ts";
import type { ImportPlan } from "./import-plan.ts";
import type { SourceFile } from "./source-file.ts";

const formats = dialects
  .filter(({ id }) => id !== "precept" && id !== "dataagent")
  .flatMap((dialect) => dialect.formats.map((format) => [`${dialect.id}: ${format.spec.id}`, dialect, format] as const))
  .filter(([, , { locations }]) => locations.some(({ personal }) => personal !== true));

/** Creates a rule file in a location that its tool reads. */
function createSource(dialect: Dialect, { codec, locations }: RuleFormat, text: string, name: string): SourceFile | undefined {
  const location = locations.find(({ personal }) => personal !== true);
  const folder = (dialect.id === "roo" || codec.id === "kilo") && location?.files === undefined ? "rules/" : "";
  const { output } = dialect;
  const file = location?.files?.find((one) => output.kind === "joined" && output.file.endsWith(one)) ?? location?.files?.[0];
  const inRoot = file ?? `${folder}${name}${codec.extensions[0] ?? ""}`;
  const path = [location?.dir ?? "", inRoot].filter((part) => part !== "").join("/");
  const { draft } = codec.parse({ text, path: inRoot, file: path });
  if (draft === undefined) return undefined;
  const { label, ...fields } = draft;
  const rule = createRule({ ...fields, id: `project:${path}`, origin: { store: "fs", dialect: codec.id, path, label } });
  return { dialect, format: codec.id, rule, inRoot, file: { text, sha256: hash(text) } };
}

/** Parses the native rules of an import. */
function parseNatives({ actions }: ImportPlan): readonly Rule[] {
  return actions.flatMap(({ path, after = "" }) => {
    const { draft } = parseNativeRule({ text: after, path, file: path });
    if (draft === undefined) return [];
    const { label: _, ...fields } = draft;
    return createRule({
      ...fields,
      id: `project:${path}`,
      origin: { store: "fs", dialect: "precept", root: ".precept/rules", path },
    });
  });
}

function importFiles(sources: readonly SourceFile[]): ImportPlan {
  return planImport(sources, { ledger: new Map(), natives: new Map(), getExisting: () => undefined });
}

/** Finds a format by its name, such as `cursor: cursor`, and creates a rule file in it. */
function createSourceIn(id: string, text: string, name: string): SourceFile {
  const [, dialect, format] = formats.find(([one]) => one === id) ?? [];
  const source = dialect === undefined || format === undefined ? undefined : createSource(dialect, format, text, name);
  if (source === undefined) throw new Error(`There is no format ${id}.`);
  return source;
}

/** Exports the native rules of an import to the tool of its only file. Returns the text of that file. */
function exportAgain(plan: ImportPlan, source: SourceFile): string | undefined {
  const { ledger } = plan;
  const targets = dialects.filter((dialect) => dialect === source.dialect);
  const draft = draftExport({ rules: parseNatives(plan), targets, ledger, lossy: true });
  return planExport(draft, { getExisting: () => undefined, ledger, targets: targets.map(({ id }) => id) }).actions[0]?.after;
}

describe.each(formats)("%s", (_, dialect, format) => {
  it("an imported file is exported to the same bytes from its rule and the ledger", () => {
    fc.assert(
      fc.property(mixedTexts, (text) => {
        // Files are UTF-8, which cannot encode lone surrogates.
        fc.pre(Buffer.from(text).toString() === text && !text.includes("\0"));
        const source = createSource(dialect, format, text, "one");
        fc.pre(source !== undefined);
        const plan = importFiles(source === undefined ? [] : [source]);
        const rules = parseNatives(plan);
        expect(rules).toHaveLength(1);
        const { ledger } = plan;
        const draft = draftExport({ rules, targets: [dialect], ledger, lossy: true });
        const after = planExport(draft, { getExisting: () => undefined, ledger, targets: [dialect.id] });
        const exported = after.actions.find(({ rules: ids }) => ids[0] === rules[0]?.id);
        expect(exported?.after).toBe(text);
        const hasSamePath = dialect.output.kind === "joined" || exported?.path === source?.rule.origin.path;
        expect(hasSamePath).toBe(true);
      }),
      { numRuns: propertyRuns({ sample: 40, full: 1000 }) },
    );
  });
});

it("the key `source` of another tool's file becomes the field of the native rule, and returns on export", () => {
  const text = "---\ndescription: D\nalwaysApply: true\nsource: handbook\nowner: web\n---\nText.\n";
  const source = createSourceIn("cursor: cursor", text, "one");
  const plan = importFiles([source]);
  expect(parseNatives(plan)).toMatchObject([{ source: "handbook", metadata: { owner: "web" } }]);
  expect(exportAgain(plan, source)).toBe(text);
});

it.each(["@a/b.md\r\n\n", "@a/b.md\nText.\r\n", "@a/b.md\n\n\n\n"])(
  "an imported file keeps its imports whatever its line ends are: %j",
  (text) => {
    const source = createSourceIn("claude: claude-memory", text, "one");
    expect(exportAgain(importFiles([source]), source)).toBe(text);
  },
);

it("a file with the text of an imported file joins its rule, although a text link leads to that file", () => {
  // As git checks out a symbolic link without `core.symlinks`.
  const link = createSourceIn("windsurf: windsurf", "../../AGENTS.md", "link");
  const imported = [createSourceIn("agents: agents", "Text.\n", "AGENTS"), link];
  const first = importFiles(imported);
  const { path = "", after: text = "" } = first.actions[0] ?? {};
  const next = planImport([...imported, createSourceIn("claude: claude", "Text.\n", "same")], {
    ledger: first.ledger,
    natives: new Map(parseNatives(first).map((rule) => [rule.id, rule])),
    getExisting: (one) => (one === path ? { text, sha256: hash(text) } : undefined),
  });
  expect(next.actions).toMatchObject([{ kind: "unchanged", path: ".precept/rules/AGENTS.md" }]);
});

describe("names and paths of imported rules", () => {
  const [, dialect, format] = formats.find(([id]) => id === "cursor: cursor") ?? formats[0] ?? [];

  function importNames(...names: string[]): readonly (readonly [name: string, path: string])[] {
    const sources = names.flatMap((name) =>
      dialect === undefined || format === undefined ? [] : (createSource(dialect, format, `Text of ${name}.`, name) ?? []),
    );
    return parseNatives(importFiles(sources)).map((rule) => [rule.name, rule.origin.path ?? ""]);
  }

  it("are those of the files", () => {
    expect(importNames("a", "b/c")).toEqual([
      ["a", ".precept/rules/a.md"],
      ["c", ".precept/rules/b/c.md"],
    ]);
  });

  it("are unique, even on file systems that ignore case", () => {
    expect(importNames("x/testing", "y/testing", "y/TESTING")).toEqual([
      ["testing", ".precept/rules/x/testing.md"],
      ["y-testing", ".precept/rules/y/testing.md"],
      ["TESTING", ".precept/rules/y/TESTING-cursor.md"],
    ]);
  });
});
