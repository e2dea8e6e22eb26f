import { createRule, parseNativeRule, type Rule } from "@precept/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Dialect, RuleFormat } from "../dialect.ts";
import { dialects } from "../dialects.ts";
import { draftExport } from "../export/draft.ts";
import { planExport } from "../export/plan.ts";
import { mixedTexts } from "../testing/texts.ts";
import { planImport, type ImportPlan, type SourceFile } from "./plan.ts";

const hash = (text: string): string => `#${text}`;

const formats = dialects
  .filter(({ id }) => id !== "precept" && id !== "dataagent")
  .flatMap((dialect) => dialect.formats.map((format) => [`${dialect.id}: ${format.facts.id}`, dialect, format] as const))
  .filter(([, , { places }]) => places.some(({ personal }) => personal !== true));

/** A file of a tool's in the place where it looks for one. */
function sourceOf(dialect: Dialect, { codec, places }: RuleFormat, text: string, called: string): SourceFile | undefined {
  const place = places.find(({ personal }) => personal !== true);
  const folder = dialect.id === "roo" && place?.files === undefined ? "rules/" : "";
  const { output } = dialect;
  const file = place?.files?.find((one) => output.kind === "joined" && output.file.endsWith(one)) ?? place?.files?.[0];
  const inRoot = file ?? `${folder}${called}${codec.extensions[0] ?? ""}`;
  const path = [place?.dir ?? "", inRoot].filter((part) => part !== "").join("/");
  const { draft } = codec.parse({ text, path: inRoot, file: path });
  if (draft === undefined) return undefined;
  const { label, ...fields } = draft;
  const rule = createRule({ ...fields, id: `project:${path}`, origin: { store: "fs", dialect: codec.id, path, label } });
  return { dialect, format: codec.id, rule, inRoot, file: { text, sha256: hash(text) } };
}

/** The native rules that an import makes, as they are read again. */
function nativesOf({ actions }: ImportPlan): readonly Rule[] {
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

function importOf(sources: readonly SourceFile[]): ImportPlan {
  return planImport(sources, { ledger: new Map(), natives: new Map(), present: () => undefined, hash });
}

describe.each(formats)("%s", (_, dialect, format) => {
  it("gives every file back that was imported, byte for byte, from its rule and the ledger alone", () => {
    fc.assert(
      fc.property(mixedTexts, (text) => {
        // What a disk holds is UTF-8: half a character is none.
        fc.pre(Buffer.from(text).toString() === text && !text.includes("\0"));
        const source = sourceOf(dialect, format, text, "one");
        fc.pre(source !== undefined);
        const plan = importOf(source === undefined ? [] : [source]);
        const rules = nativesOf(plan);
        expect(rules).toHaveLength(1);
        const { ledger } = plan;
        const draft = draftExport({ rules, targets: [dialect], ledger, lossy: true });
        const after = planExport(draft, { present: new Map(), ledger, targets: [dialect.id], hash });
        const written = after.actions.find(({ rules: said }) => said[0] === rules[0]?.id);
        expect(written?.after).toBe(text);
        const isInPlace = dialect.output.kind === "joined" || written?.path === source?.rule.origin.path;
        expect(isInPlace).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe("names and paths of imported rules", () => {
  const [, dialect, format] = formats.find(([id]) => id === "cursor: cursor") ?? formats[0] ?? [];

  function namesOf(...names: string[]): readonly (readonly [name: string, path: string])[] {
    const sources = names.flatMap((name) =>
      dialect === undefined || format === undefined ? [] : (sourceOf(dialect, format, "Text.", name) ?? []),
    );
    return nativesOf(importOf(sources)).map((rule) => [rule.name, rule.origin.path ?? ""]);
  }

  it("are those of the files", () => {
    expect(namesOf("a", "b/c")).toEqual([
      ["a", ".precept/rules/a.md"],
      ["c", ".precept/rules/b/c.md"],
    ]);
  });

  it("are never the same twice, also on systems that don't tell upper from lower case", () => {
    expect(namesOf("x/testing", "y/testing", "y/TESTING")).toEqual([
      ["testing", ".precept/rules/x/testing.md"],
      ["y-testing", ".precept/rules/y/testing.md"],
      ["TESTING", ".precept/rules/y/TESTING-cursor.md"],
    ]);
  });
});
