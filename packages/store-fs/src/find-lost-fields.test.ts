import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inclusions, matchesGlob, PreceptError, type Rule, type StoredRule } from "@precept/core";
import { dialects, findDialect, type Dialect, type DialectOutput } from "@precept/mdc-compat";
import { createProject, propertyRuns, type Project } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listAll, openStore } from "../test/rules-of.ts";

type FilesOutput = Extract<DialectOutput, { kind: "files" }>;

const tools = dialects
  .filter((dialect): dialect is Dialect & { readonly output: FilesOutput } => dialect.output.kind === "files")
  .filter(({ output }) => output.codec.id !== "precept")
  .map((dialect) => [dialect.id, dialect] as const);

interface FileOfTool {
  readonly project: Project;
  readonly path: string;
  readonly before: StoredRule;
  save(changes: Partial<Rule>): Promise<StoredRule | PreceptError>;
  text(): Promise<string>;
}

/** A project with one rule file of a tool, printed from a rule that the tool can express. */
async function createFileOf(id: string, fields: Partial<Rule> = {}): Promise<FileOfTool> {
  const output = findDialect(id)?.output;
  if (output?.kind !== "files") throw new Error(`${id} has no rule directory`);
  const { dir, codec, getPath } = output;
  const path = `${dir}/${getPath?.({ contexts: [] }, "react") ?? `react${codec.extensions[0] ?? ""}`}`;
  const { draft } = codec.parse({ text: "Text.\n", path: "react.md", file: path });
  const rule = { ...draft, id: "x", scope: "project", origin: { store: "fs" }, createdAt: "", updatedAt: "", ...fields } as Rule;
  const project = await createProject({ [path]: codec.print(rule).text });
  const store = openStore({ projectDir: project.dir, roots: [{ dir, codec }] });
  const [before] = await listAll(store);
  if (before === undefined) throw new Error("no rule");
  return {
    project,
    path,
    before,
    async save(changes) {
      const current = await store.get(before.rule.id);
      if (current === undefined) throw new Error("no rule");
      try {
        return await store.save({ ...current.rule, ...changes }, { revision: current.revision });
      } catch (error) {
        if (PreceptError.is(error)) return error;
        throw error;
      }
    },
    text: () => readFile(join(project.dir, path), "utf8"),
  };
}

/** Values of each field, some of which many formats cannot store. */
const values: { readonly [Field in keyof Rule]?: fc.Arbitrary<Rule[Field]> } = {
  description: fc.constantFrom("", "React components", "two\nlines", "a: b # c", "'quoted'"),
  content: fc.constantFrom("Text.\n", "# Title\n\nOther.\n", "---\na: b\n---\n", "", "See @docs/a.md.\n"),
  inclusion: fc.constantFrom(...inclusions),
  globs: fc.constantFrom([], ["*.ts"], ["src/**/*.{ts,tsx}"], ["/a.ts"], ["!x.ts"], ["src/", "./b/*.js"], ["a, b"]),
  priority: fc.constantFrom(5, 50),
  override: fc.boolean(),
  enabled: fc.boolean(),
  pending: fc.boolean(),
  tags: fc.constantFrom([], ["language:ts"]),
  targets: fc.constantFrom([], ["cursor"], ["claude", "kiro"]),
  contexts: fc.constantFrom([], ["review"]),
  authority: fc.constantFrom("default", "absolute"),
  category: fc.constant("behavior"),
  conditions: fc.constant({ tier: "gold" }),
  replaces: fc.constantFrom([], ["project:other.md"]),
  metadata: fc.constantFrom({}, { owner: "web" }, { priority: 3 }),
};

const oneField = fc.oneof(
  ...Object.entries(values).map(([field, value]) => (value as fc.Arbitrary<unknown>).map((one) => ({ [field]: one }))),
);

const anyChange: fc.Arbitrary<Partial<Rule>> = fc
  .array(oneField, { minLength: 1, maxLength: 3 })
  .map((fields) => Object.assign({}, ...fields) as Partial<Rule>);

describe("a field that the format of a file cannot store", () => {
  it.each(tools)("is never dropped silently: %s", async (id) => {
    const file = await createFileOf(id);
    const runs = propertyRuns({ sample: 60, full: 150 });
    let savedCount = 0;
    await fc.assert(
      fc.asyncProperty(anyChange, async (change) => {
        const before = await file.text();
        const result = await file.save(change);
        const isRefused = result instanceof PreceptError;
        savedCount += isRefused ? 0 : 1;
        const [actual, expected] = isRefused
          ? [
              [result.code, await file.text()],
              [refusals.find((code) => code === result.code), before],
            ]
          : [comparable(result.rule), comparable({ ...result.rule, ...change })];
        expect(actual).toEqual(expected);
      }),
      { numRuns: runs },
    );
    expect(savedCount).toBeGreaterThan(runs / 8);
  });
});

const refusals = ["RULE_FIELDS_NOT_STORED", "RULE_INVALID"];

const paths = ["a.ts", "src/a.ts", "src/x/b.tsx", "b/c.js", "a, b", "x.ts", "src/x.ts"];

/** The fields of a rule, with patterns as the files that they match. */
function comparable({ globs, inclusion, description, content, ...rule }: Rule): unknown {
  const { id: _, origin: __, createdAt: ___, updatedAt: ____, ...fields } = rule;
  const files = (excluding: boolean): readonly string[] =>
    paths.filter((path) => globs.some((glob) => glob.startsWith("!") === excluding && matchesGlob(glob.replace(/^!/, ""), path)));
  return {
    ...fields,
    inclusion,
    description: description.replace(/\s+/g, " "),
    content: content.replaceAll("`", ""),
    files: inclusion === "fileMatch" ? [files(false), files(true)] : [],
  };
}

describe("a refused change", () => {
  it("names the fields, the file, the reasons and what the file could store", async () => {
    const file = await createFileOf("cursor", { description: "React", inclusion: "fileMatch", globs: ["*.tsx"] });
    const error = await file.save({ priority: 5, override: true, content: "Other.\n" });
    expect(error).toMatchObject({
      code: "RULE_FIELDS_NOT_STORED",
      details: { path: ".cursor/rules/react.mdc", format: "Cursor", fields: ["priority", "override"], storable: ["content"] },
    });
    expect(error).toHaveProperty("message", expect.stringContaining("Cursor has no priorities."));
  });

  it("includes one that would empty a description", async () => {
    const file = await createFileOf("cursor", { description: "React", inclusion: "fileMatch", globs: ["*.tsx"] });
    const text = await file.text();
    expect(await file.save({ inclusion: "manual" })).toMatchObject({ details: { fields: ["description"] } });
    expect(await file.text()).toBe(text);
    expect(await file.save({ inclusion: "manual", description: "" })).toMatchObject({ rule: { inclusion: "manual" } });
  });

  it("includes disabling a rule of a tool that cannot disable rules", async () => {
    for (const id of ["cursor", "claude", "kiro"]) {
      expect(await (await createFileOf(id)).save({ enabled: false })).toMatchObject({ details: { fields: ["enabled"] } });
    }
    expect(await (await createFileOf("codebuddy")).save({ enabled: false })).toMatchObject({ rule: { enabled: false } });
  });

  it("includes a priority of a Claude Code rule, and not a change of its files", async () => {
    const file = await createFileOf("claude");
    expect(await file.save({ priority: 5 })).toMatchObject({ details: { fields: ["priority"] } });
    expect(await file.save({ inclusion: "fileMatch", globs: ["src/**/*.ts"] })).toMatchObject({
      rule: { globs: ["src/**/*.ts"] },
    });
  });
});
