import { sha256 as hash } from "@precept/files";
import { createRule, type Rule } from "@precept/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findDialect, type Dialect, type DialectId } from "@precept/mdc-compat";
import { draftExport } from "../assign/draft.ts";
import { selectExportableRules } from "../select/select-exportable-rules.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { planExport } from "./plan.ts";
import type { ExportPlan, ExistingFile } from "./export-plan.ts";

const targets = ["cursor", "kiro"].map((name) => findDialect(name) as Dialect);

function ruleOf(name: string, content: string, fields: Partial<Rule> = {}): Rule {
  const path = `.precept/rules/${name}.md`;
  return createRule({
    id: `project:${path}`,
    name,
    content,
    origin: { store: "fs", dialect: "precept", root: ".precept/rules", path },
    ...fields,
  });
}

/** A simulated project: its rules, the files of the targets, and the ledger. */
class Project {
  readonly rules = new Map<string, Rule>();
  readonly files = new Map<string, string>();
  /** The files that were last written by hand. */
  readonly handWritten = new Map<string, string>();
  ledger: Ledger = new Map();

  plan(): ExportPlan {
    const draft = draftExport({
      rules: selectExportableRules([...this.rules.values()]),
      targets,
      ledger: this.ledger,
      lossy: false,
    });
    const present = new Map([...this.files].map(([path, text]): [string, ExistingFile] => [path, { text, sha256: hash(text) }]));
    return planExport(draft, {
      getExisting: (path) => present.get(path),
      ledger: this.ledger,
      targets: targets.map(({ id }) => id),
    });
  }

  /** Applies the first `max` changes of a plan, as a process that is killed afterwards does. */
  apply(plan: ExportPlan, max: number): void {
    const changes = plan.actions.filter(({ kind }) => kind === "create" || kind === "update" || kind === "delete");
    const intentions = new Map([...plan.ledger, ...this.ledger]);
    for (const { path, beforeSha256 } of changes) {
      const [now, was] = [plan.ledger.get(path), this.ledger.get(path)];
      if (now === undefined) continue;
      intentions.set(path, was === undefined ? now : { ...was, sha256: beforeSha256 ?? was.sha256, next: now.sha256 });
    }
    if (changes.length > 0) this.ledger = intentions;
    for (const { path, after } of changes.slice(0, max)) {
      if (after === undefined) this.files.delete(path);
      else this.files.set(path, after);
    }
    if (max >= changes.length) this.ledger = plan.ledger;
  }

  /** The files of an export into an empty directory. */
  exportToEmpty(): ReadonlyMap<string, string> {
    const draft = draftExport({
      rules: selectExportableRules([...this.rules.values()]),
      targets,
      ledger: new Map(),
      lossy: false,
    });
    const plan = planExport(draft, { getExisting: () => undefined, ledger: new Map(), targets: targets.map(({ id }) => id) });
    return new Map(plan.actions.map(({ path, after = "" }) => [path, after]));
  }
}

const name = fc.constantFrom("a", "b", "c");
const paths = fc.constantFrom(...["a", "b", "c"].flatMap((one) => [`.cursor/rules/${one}.mdc`, `.kiro/steering/${one}.md`]));
const words = fc.constantFrom("One.\n", "Two.\n", "Three.\n");

/** What git and formatters do to any file. */
const formatters: readonly ((text: string) => string)[] = [
  (text) => text.replaceAll(/\r?\n/g, "\r\n"),
  (text) => text.replaceAll("\r\n", "\n"),
  (text) => text.trimEnd(),
  (text) => `${text}\n`,
];

function withoutLineEnds(files: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...files].map(([path, text]) => [path, text.replaceAll("\r\n", "\n").trimEnd()]));
}

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("save" as const), name, text: words }),
    fc.record({ kind: fc.constant("remove" as const), name }),
    fc.record({ kind: fc.constant("write" as const), path: paths, text: words.map((text) => `By hand: ${text}`) }),
    fc.record({ kind: fc.constant("delete" as const), path: paths }),
    fc.record({ kind: fc.constant("format" as const), path: paths, format: fc.constantFrom(...formatters) }),
    fc.record({ kind: fc.constant("export" as const), max: fc.constantFrom(0, 1, 2, 3, 99, 99) }),
  ),
  { maxLength: 30 },
);

function takeStep(project: Project, step: typeof steps extends fc.Arbitrary<(infer Step)[]> ? Step : never): void {
  switch (step.kind) {
    case "save":
      project.rules.set(step.name, ruleOf(step.name, step.text));
      break;
    case "remove":
      project.rules.delete(step.name);
      break;
    case "write":
      project.files.set(step.path, step.text);
      project.handWritten.set(step.path, step.text);
      break;
    case "delete":
      project.files.delete(step.path);
      project.handWritten.delete(step.path);
      break;
    case "format":
      for (const files of [project.files, project.handWritten]) {
        const text = files.get(step.path);
        // A file of one line has no end that says how it was written.
        if (text?.trim().includes("\n") === true) files.set(step.path, step.format(text));
      }
      break;
    case "export":
      project.apply(project.plan(), step.max);
      break;
  }
}

describe("any sequence of exports, killed exports, manual edits and rule changes", () => {
  it("never changes or removes a file that was written by hand", () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const project = new Project();
        for (const step of taken) {
          takeStep(project, step);
          for (const [path, text] of project.handWritten) expect(project.files.get(path)).toBe(text);
        }
      }),
    );
  });

  it("leaves a state that the next export completes, after which another export has nothing to do", () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const project = new Project();
        for (const step of taken) takeStep(project, step);
        project.apply(project.plan(), 99);
        const expected = new Map([...project.exportToEmpty(), ...project.handWritten]);
        expect(withoutLineEnds(project.files)).toEqual(withoutLineEnds(expected));
        const { actions, ledger } = project.plan();
        expect(
          actions
            .filter(({ kind }) => kind !== "unchanged")
            .every(({ kind, path }) => kind === "blocked" && project.handWritten.has(path)),
        ).toBe(true);
        expect(ledger).toEqual(project.ledger);
      }),
    );
  });
});

describe("a rule file that its tool would ignore after the export", () => {
  const createRuleAt = (path: string, dialect: string): Rule =>
    createRule({ id: `project:${path}`, name: "x", content: "X.\n", origin: { store: "fs", dialect, path, label: true } });

  it.each([
    ["junie", ".junie/guidelines.md", "junie", ".junie/AGENTS.md"],
    ["agents", "AGENT.md", "agents", "AGENTS.md"],
    ["roo", ".roorules", "roorules", ".roo/rules/x.md"],
  ])("is exported again for %s: %s", (target, path, dialect, exported) => {
    const [found] = [findDialect(target)].flatMap((one) => one ?? []);
    const formats = found?.formats.flatMap(({ codec }) => codec.id) ?? [];
    const rule = createRuleAt(path, formats.find((id) => id.startsWith(dialect)) ?? dialect);
    const { files, alreadyRead } = draftExport({ rules: [rule], targets: [found as Dialect], ledger: new Map(), lossy: false });
    expect({ files: files.map((file) => file.path), alreadyRead: alreadyRead.length }).toEqual({
      files: [exported],
      alreadyRead: 0,
    });
  });

  it("is not exported if its tool still reads it", () => {
    const rule = createRuleAt("AGENTS.md", "agents");
    const tools = ["agents", "codex", "opencode"].map((id) => findDialect(id) as Dialect);
    const { files, alreadyRead } = draftExport({ rules: [rule], targets: tools, ledger: new Map(), lossy: false });
    expect({ files, readBy: alreadyRead.map(({ target }) => target.id) }).toEqual({
      files: [],
      readBy: ["agents", "codex", "opencode"],
    });
  });
});

describe("one file for several tools", () => {
  const joined = (id: string): Dialect => ({
    ...(findDialect("cursor") as Dialect),
    id: id as DialectId,
    title: id,
    aliases: [],
  });
  const output = (dialect: Dialect, extra: Partial<Extract<Dialect["output"], { kind: "joined" }>> = {}): Dialect => ({
    ...dialect,
    output: { kind: "joined", spec: dialect.output.spec, codec: dialect.output.codec, file: "ALL.md", nested: true, ...extra },
  });
  const [one, two] = [output(joined("one")), output(joined("two"))];

  function draft(rules: readonly Rule[], tools: readonly Dialect[]) {
    return draftExport({ rules, targets: tools, ledger: new Map(), lossy: false });
  }

  it("is written once", () => {
    const { files } = draft([ruleOf("a", "A.\n"), ruleOf("b", "B.\n")], [one, two]);
    expect(
      files.map(({ path, targets: tools, rules }) => [path, tools.map(({ id }) => id), rules.map(({ name: called }) => called)]),
    ).toEqual([["ALL.md", ["one", "two"], ["a", "b"]]]);
  });

  it("does not contain a rule that has only one of them as target", () => {
    const rule = ruleOf("a", "A.\n", { targets: ["one"] });
    const { files, omitted } = draft([rule], [one, two]);
    expect(files).toEqual([]);
    expect(omitted).toMatchObject([
      {
        target: { id: "one" },
        notes: [{ field: "targets", kind: "meaning", message: "two would also read the rule in ALL.md." }],
      },
    ]);
    expect(draft([rule], [one]).files).toHaveLength(1);
  });

  it("is written once per directory with rules", () => {
    const below = ruleOf("b", "B.\n", {
      origin: { store: "fs", dialect: "precept", base: "web", path: "web/.precept/rules/b.md" },
    });
    expect(draft([ruleOf("a", "A.\n"), below], [one]).files.map(({ path }) => path)).toEqual(["ALL.md", "web/ALL.md"]);
  });
});

describe("line ends of an exported file", () => {
  const crlf = (text: string): string => text.replaceAll("\n", "\r\n");
  const path = ".cursor/rules/a.mdc";

  function exported(): Project {
    const project = new Project();
    project.rules.set("a", ruleOf("a", "One.\n\nTwo.\n"));
    project.apply(project.plan(), 99);
    return project;
  }

  it.each([
    ["converted by git", crlf],
    ["without a final line break", (text: string) => text.trimEnd()],
    ["with one more line break at its end", (text: string) => `${text}\n`],
  ])("do not count as an edit: %s", (_what, format) => {
    const project = exported();
    const text = format(project.files.get(path) ?? "");
    project.files.set(path, text);
    const { actions, ledger } = project.plan();
    expect(actions.map(({ kind }) => kind)).toEqual(["unchanged", "unchanged"]);
    expect(ledger).toEqual(project.ledger);
    project.rules.set("a", ruleOf("a", "One.\n\nThree.\n"));
    project.apply(project.plan(), 99);
    // The file keeps them when its rule changes.
    expect(project.files.get(path)).toBe(text.replace("Two.", "Three."));
    project.rules.delete("a");
    project.apply(project.plan(), 99);
    expect(project.files).toEqual(new Map());
  });

  it("do not hide an edit", () => {
    const project = exported();
    project.files.set(path, crlf(`${project.files.get(path) ?? ""}Mine.\n`));
    expect(project.plan().actions.find((action) => action.path === path)).toMatchObject({ kind: "blocked", reason: "changed" });
  });
});

describe("a file of another tool that becomes one of the native rule with its text, as after an import that was stopped", () => {
  const rule = ruleOf("GEMINI", "Be brief.\n");
  const copy = ruleOf("GEMINI", rule.content, {
    id: "project:GEMINI.md",
    origin: { store: "fs", dialect: "gemini", path: "GEMINI.md" },
  });
  const existing = (gemini: string): ReadonlyMap<string, ExistingFile> =>
    new Map([
      ["GEMINI.md", { text: gemini, sha256: hash(gemini) }],
      ["AGENTS.md", { text: rule.content, sha256: hash(rule.content) }],
    ]);
  const exported: Ledger = new Map([
    ["AGENTS.md", { targets: ["agents"], format: "agents", rules: [copy.id], sha256: hash(rule.content) }],
  ]);
  const exportTo = (names: readonly string[], rules: readonly Rule[], ledger: Ledger, gemini = rule.content): ExportPlan => {
    const tools = names.map((id) => findDialect(id) as Dialect);
    const draft = draftExport({ rules, targets: tools, ledger, lossy: false });
    return planExport(draft, { getExisting: (path) => existing(gemini).get(path), ledger, targets: names });
  };

  it("gives the native rule its earlier exports, so that the next export changes nothing", () => {
    const first = exportTo(["gemini", "cursor"], [rule, copy], exported);
    expect(first.actions.map(({ kind, path }) => [kind, path])).toEqual([["unchanged", "GEMINI.md"]]);
    expect(first.ledger.get("AGENTS.md")?.rules).toEqual([rule.id]);
    const second = exportTo(["gemini", "cursor"], [rule], first.ledger);
    expect(second.actions).toEqual(first.actions);
    expect(second.ledger).toEqual(first.ledger);
  });

  it("keeps its exports if it is not taken over", () => {
    const { actions, ledger } = exportTo(["gemini", "cursor"], [rule, copy], exported, "Be long.\n");
    expect(actions.map(({ kind }) => kind)).toEqual(["blocked"]);
    expect(ledger).toEqual(exported);
  });
});

it("a file that a tool reads through a link is the same in the next export, in the syntax of the tool, when other rules join it", () => {
  const content = "# House\n\n@docs/guide.md\n";
  const imported = ruleOf("cursorrules", content);
  const rules = [imported, ruleOf("other", "Be brief.\n")];
  const shared = { rules: [imported.id], sha256: hash(content) };
  const fields = { description: { rule: "", file: "" } };
  let ledger: Ledger = new Map([
    [".cursorrules", { ...shared, targets: ["cursor", "gemini"], format: "cursorrules", head: "", fields }],
    ["GEMINI.md", { ...shared, targets: ["gemini"], format: "gemini", link: ".cursorrules" }],
  ]);
  let text = content;
  const kinds: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const draft = draftExport({ rules, targets: [findDialect("gemini") as Dialect], ledger, lossy: false });
    const existing = new Map([[".cursorrules", { text, sha256: hash(text) }]]);
    const plan = planExport(draft, { getExisting: (path) => existing.get(path), ledger, targets: ["gemini"] });
    kinds.push(...plan.actions.map(({ kind, path }) => `${kind} ${path}`));
    text = plan.actions[0]?.after ?? text;
    ({ ledger } = plan);
  }
  expect(kinds).toEqual(["update .cursorrules", "unchanged .cursorrules", "unchanged .cursorrules"]);
  expect(text).toContain("`@docs/guide.md`");
  expect(text).toContain("Be brief.");
});
