import { sha256 as hash } from "@precept/files";
import { createRule, parseNativeRule, printNativeRule, type Rule } from "@precept/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findDialect, type Dialect } from "@precept/mdc-compat";
import { draftExport } from "../../assign/draft.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { planExport } from "../../plan/plan.ts";
import type { ExistingFile } from "../../plan/export-plan.ts";
import { planImport } from "../plan.ts";
import type { ImportPlan } from "../import-plan.ts";
import type { SourceFile } from "../source-file.ts";

const targets = ["agents", "gemini", "trae"].map((name) => findDialect(name) as Dialect);

/** A project in memory with native rules, the joined files of two tools, and the files of a third. */
class Project {
  readonly files = new Map<string, string>();
  /** The exported texts by hash. */
  readonly #bases = new Map<string, string>();
  ledger: Ledger = new Map();

  existing(path: string): ExistingFile | undefined {
    const text = this.files.get(path);
    return text === undefined ? undefined : { text, sha256: hash(text) };
  }

  natives(): readonly Rule[] {
    return [...this.files].flatMap(([path, text]) => {
      if (!path.startsWith(".precept/")) return [];
      const { draft } = parseNativeRule({ text, path, file: path });
      if (draft === undefined) return [];
      const { label: _, ...fields } = draft;
      return createRule({
        ...fields,
        id: `project:${path}`,
        origin: { store: "fs", dialect: "precept", root: ".precept/rules", path },
      });
    });
  }

  /** Exports the rules. Returns the kinds of its actions. */
  export(): readonly string[] {
    const draft = draftExport({ rules: this.natives(), targets, ledger: this.ledger, lossy: true });
    const plan = planExport(draft, {
      getExisting: (path) => this.existing(path),
      ledger: this.ledger,
      targets: targets.map(({ id }) => id),
    });
    for (const { kind, path, after } of plan.actions) {
      if ((kind === "create" || kind === "update") && after !== undefined) this.files.set(path, after);
      if (kind === "delete") this.files.delete(path);
    }
    this.ledger = plan.ledger;
    for (const [path, { sha256 }] of this.ledger) {
      const text = this.files.get(path);
      if (text !== undefined && hash(text) === sha256) this.#bases.set(sha256, text);
    }
    return plan.actions.map(({ kind }) => kind);
  }

  import(take: ReadonlySet<string> = new Set()): ImportPlan {
    const sources = [...this.ledger].flatMap(([path, { format }]): readonly SourceFile[] => {
      const dialect = targets.find(({ formats }) => formats.some(({ codec }) => codec.id === format));
      const codec = dialect?.formats.find((one) => one.codec.id === format)?.codec;
      const file = this.existing(path);
      const inRoot = path.slice(path.lastIndexOf("/") + 1);
      const draft = file && codec?.parse({ text: file.text, path: inRoot, file: path }).draft;
      if (dialect === undefined || codec === undefined || file === undefined || draft === undefined) return [];
      const { label, ...fields } = draft;
      const origin = { store: "fs", dialect: codec.id, path, ...(codec.imports === true && { imports: true }), label };
      return [{ dialect, format, inRoot, file, rule: createRule({ ...fields, id: `project:${path}`, origin }) }];
    });
    const plan = planImport(sources, {
      ledger: this.ledger,
      natives: new Map(this.natives().map((rule) => [rule.id, rule])),
      getExisting: (path) => this.existing(path),
      take,
      getBase: (sha256) => this.#bases.get(sha256),
    });
    for (const { kind, path, after } of plan.actions) {
      if ((kind === "create" || kind === "update") && after !== undefined) this.files.set(path, after);
    }
    this.ledger = plan.ledger;
    return plan;
  }
}

const contents = fc.constantFrom(
  "One.\n",
  "# Two\n\nTwo words.\n",
  "\n\n    indented\n\nText.\n",
  "<!-- precept: end -->\n\nText after a marker.\n",
  "Text.\r\n\r\n<!-- precept: rule a -->\r\nMore.\r\n",
  "```\n# In code\n",
  "",
);
const rules = fc.uniqueArray(fc.record({ name: fc.constantFrom("a", "b", "c", "end"), content: contents }), {
  selector: ({ name }) => name,
  minLength: 2,
});

const position = fc.nat();
const edits = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("insert" as const), file: fc.nat(), at: position }),
    fc.record({ kind: fc.constant("remove" as const), file: fc.nat(), at: position }),
    fc.record({ kind: fc.constant("copy" as const), file: fc.nat(), at: position, to: position }),
    fc.record({
      kind: fc.constant("mark" as const),
      file: fc.nat(),
      at: position,
      text: fc.constantFrom(
        "<!-- precept: rule a -->",
        "<!-- precept: rule x -->",
        "<!-- precept: end -->",
        "<!-- precept:: end -->",
      ),
    }),
    fc.record({ kind: fc.constant("crlf" as const), file: fc.nat() }),
  ),
  { maxLength: 6 },
);

/** Applies edits to all files. Returns the lines that were inserted. */
function edit(project: Project, changes: typeof edits extends fc.Arbitrary<infer Edits> ? Edits : never): readonly string[] {
  const inserted: string[] = [];
  const paths = [...project.files.keys()];
  for (const [number, change] of changes.entries()) {
    const path = paths[change.file % paths.length] ?? "";
    const text = project.files.get(path) ?? "";
    const isNative = path.startsWith(".precept/");
    // Front matter stays.
    const start = text.startsWith("---\n") ? text.indexOf("\n---", 3) + 4 : 0;
    const lines = text.slice(start).split(/\r?\n/);
    const at = "at" in change ? change.at % lines.length : 0;
    if (change.kind === "insert") {
      inserted.push(`Mine ${number}.`);
      lines.splice(Math.max(at, start > 0 ? 1 : 0), 0, `Mine ${number}.`);
    } else if (change.kind === "remove" && !isNative && start === 0) lines.splice(at, 1);
    else if (change.kind === "copy" && !isNative && start === 0) lines.splice(change.to % lines.length, 0, lines[at] ?? "");
    else if (change.kind === "mark" && !isNative && start === 0) lines.splice(at, 0, change.text);
    project.files.set(path, text.slice(0, start) + lines.join(change.kind === "crlf" ? "\r\n" : "\n"));
  }
  // Lines that a later edit removed again are not expected.
  return inserted.filter((line) => [...project.files.values()].some((text) => text.includes(line)));
}

function createProject(list: readonly { readonly name: string; readonly content: string }[]): Project {
  const project = new Project();
  for (const { name, content } of list) {
    const rule = createRule({ id: name, name, description: name, content });
    project.files.set(`.precept/rules/${name}.md`, printNativeRule(rule).text);
  }
  return project;
}

describe("rules in the joined files of several tools", () => {
  it("are not written a second time by the next export, and not imported", () => {
    fc.assert(
      fc.property(rules, (list) => {
        const project = createProject(list);
        project.export();
        expect(new Set(project.export())).toEqual(new Set(["unchanged"]));
        const { actions, conflicts } = project.import();
        expect({ actions, conflicts }).toEqual({ actions: [], conflicts: [] });
      }),
      { numRuns: 100 },
    );
  });

  it("get every line that was written by hand into a rule, or it is in a conflict, or in a file that stays as it is", () => {
    fc.assert(
      fc.property(rules, edits, (list, changes) => {
        const project = createProject(list);
        project.export();
        const inserted = edit(project, changes);
        const { conflicts } = project.import();
        const held = [
          ...project.natives().map(({ content }) => content),
          ...conflicts.flatMap(({ versions }) => versions.map(({ text }) => text)),
        ].join("\n");
        for (const line of inserted) expect(held).toContain(line);
        // What is in a conflict is not overwritten.
        project.export();
        const all = [...project.files.values()].join("\n");
        for (const line of inserted) expect(all).toContain(line);
        if (conflicts.length > 0) return;
        expect(new Set(project.export())).toEqual(new Set(["unchanged"]));
        const again = project.import();
        expect({ actions: again.actions, conflicts: again.conflicts }).toEqual({ actions: [], conflicts: [] });
      }),
    );
  });

  it("have the text of the file that the user chose, and the next exports settle", () => {
    fc.assert(
      fc.property(rules, edits, (list, changes) => {
        const project = createProject(list);
        project.export();
        const joined = new Set([...project.ledger].flatMap(([path, { sections }]) => (sections === undefined ? [] : [path])));
        edit(project, changes);
        const versions = project.import().conflicts.flatMap((conflict) => conflict.versions);
        const chosen = versions.find(({ path, text }) => joined.has(path) && text !== "")?.path;
        const { conflicts } = project.import(new Set(chosen === undefined ? [] : [chosen]));
        // A section that was removed from the file has no text.
        const texts = conflicts.map((conflict) => conflict.versions.find(({ path }) => path === chosen)?.text ?? "");
        expect(texts.filter((text) => text !== "")).toEqual([]);
        fc.pre(conflicts.length === 0);
        project.export();
        expect(new Set(project.export())).toEqual(new Set(["unchanged"]));
      }),
      { numRuns: 100 },
    );
  });
});
