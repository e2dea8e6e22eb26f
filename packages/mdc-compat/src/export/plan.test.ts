import { createRule, type Rule } from "@precept/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findDialect } from "../dialects.ts";
import type { Dialect } from "../dialect.ts";
import { draftExport } from "./draft.ts";
import { exportableRules } from "./exportable.ts";
import type { Ledger } from "./ledger.ts";
import { planExport, type ExportPlan, type PresentFile } from "./plan.ts";

const targets = ["cursor", "kiro"].map((name) => findDialect(name) as Dialect);

/** Stands for a hash: texts that differ have different ones. */
const hash = (text: string): string => `#${text}`;

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

/** A project on a disk of its own. */
class Disk {
  readonly rules = new Map<string, Rule>();
  readonly files = new Map<string, string>();
  /** The last text of each file that a person wrote. */
  readonly byHand = new Map<string, string>();
  ledger: Ledger = new Map();

  plan(): ExportPlan {
    const draft = draftExport({ rules: exportableRules([...this.rules.values()]), targets, ledger: this.ledger, lossy: false });
    const present = new Map([...this.files].map(([path, text]): [string, PresentFile] => [path, { text, sha256: hash(text) }]));
    return planExport(draft, { present, ledger: this.ledger, targets: targets.map(({ id }) => id), hash });
  }

  /** Carries a plan out as far as the given number of files: the rest is what a process that was killed left undone. */
  apply(plan: ExportPlan, most: number): void {
    const wanted = plan.actions.filter(({ kind }) => kind === "create" || kind === "update" || kind === "delete");
    const intentions = new Map([...plan.ledger, ...this.ledger]);
    for (const { path, beforeSha256 } of wanted) {
      const [now, was] = [plan.ledger.get(path), this.ledger.get(path)];
      if (now === undefined) continue;
      intentions.set(path, was === undefined ? now : { ...was, sha256: beforeSha256 ?? was.sha256, next: now.sha256 });
    }
    if (wanted.length > 0) this.ledger = intentions;
    for (const { path, after } of wanted.slice(0, most)) {
      if (after === undefined) this.files.delete(path);
      else this.files.set(path, after);
    }
    if (most >= wanted.length) this.ledger = plan.ledger;
  }

  /** What a new export into an empty directory would write. */
  fresh(): ReadonlyMap<string, string> {
    const draft = draftExport({ rules: exportableRules([...this.rules.values()]), targets, ledger: new Map(), lossy: false });
    const plan = planExport(draft, { present: new Map(), ledger: new Map(), targets: targets.map(({ id }) => id), hash });
    return new Map(plan.actions.map(({ path, after = "" }) => [path, after]));
  }
}

const name = fc.constantFrom("a", "b", "c");
const paths = fc.constantFrom(...["a", "b", "c"].flatMap((one) => [`.cursor/rules/${one}.mdc`, `.kiro/steering/${one}.md`]));
const words = fc.constantFrom("One.\n", "Two.\n", "Three.\n");

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("save" as const), name, text: words }),
    fc.record({ kind: fc.constant("remove" as const), name }),
    fc.record({ kind: fc.constant("write" as const), path: paths, text: words.map((text) => `By hand: ${text}`) }),
    fc.record({ kind: fc.constant("delete" as const), path: paths }),
    fc.record({ kind: fc.constant("export" as const), most: fc.constantFrom(0, 1, 2, 3, 99, 99) }),
  ),
  { maxLength: 30 },
);

function take(disk: Disk, step: typeof steps extends fc.Arbitrary<(infer Step)[]> ? Step : never): void {
  switch (step.kind) {
    case "save":
      disk.rules.set(step.name, ruleOf(step.name, step.text));
      break;
    case "remove":
      disk.rules.delete(step.name);
      break;
    case "write":
      disk.files.set(step.path, step.text);
      disk.byHand.set(step.path, step.text);
      break;
    case "delete":
      disk.files.delete(step.path);
      disk.byHand.delete(step.path);
      break;
    case "export":
      disk.apply(disk.plan(), step.most);
      break;
  }
}

describe("any number of exports, edits by hand, changes of rules and exports that are killed", () => {
  it("never change or remove a file that a person wrote", () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const disk = new Disk();
        for (const step of taken) {
          take(disk, step);
          for (const [path, text] of disk.byHand) expect(disk.files.get(path)).toBe(text);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("leave a state from which the next export finishes, and the one after that has nothing to do", () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const disk = new Disk();
        for (const step of taken) take(disk, step);
        disk.apply(disk.plan(), 99);
        const expected = new Map([...disk.fresh(), ...disk.byHand]);
        expect(disk.files).toEqual(expected);
        const { actions, ledger } = disk.plan();
        expect(
          actions
            .filter(({ kind }) => kind !== "unchanged")
            .every(({ kind, path }) => kind === "blocked" && disk.byHand.has(path)),
        ).toBe(true);
        expect(ledger).toEqual(disk.ledger);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a file that the export itself would hide", () => {
  const hidden = (path: string, dialect: string): Rule =>
    createRule({ id: `project:${path}`, name: "x", content: "X.\n", origin: { store: "fs", dialect, path, label: true } });

  it.each([
    ["junie", ".junie/guidelines.md", "junie", ".junie/AGENTS.md"],
    ["agents", "AGENT.md", "agents", "AGENTS.md"],
    ["roo", ".roorules", "roorules", ".roo/rules/x.md"],
  ])("is written anew for %s: %s", (target, path, dialect, written) => {
    const [found] = [findDialect(target)].flatMap((one) => one ?? []);
    const formats = found?.formats.flatMap(({ codec }) => codec.id) ?? [];
    const rule = hidden(path, formats.find((id) => id.startsWith(dialect)) ?? dialect);
    const { files, there } = draftExport({ rules: [rule], targets: [found as Dialect], ledger: new Map(), lossy: false });
    expect({ files: files.map((file) => file.path), there: there.length }).toEqual({ files: [written], there: 0 });
  });

  it("is left where nothing hides it", () => {
    const rule = hidden("AGENTS.md", "agents");
    const tools = ["agents", "codex", "opencode"].map((id) => findDialect(id) as Dialect);
    const { files, there } = draftExport({ rules: [rule], targets: tools, ledger: new Map(), lossy: false });
    expect({ files, there: there.map(({ target }) => target.id) }).toEqual({ files: [], there: ["agents", "codex", "opencode"] });
  });
});

describe("one file for several tools", () => {
  const joined = (id: string): Dialect => ({
    ...(findDialect("cursor") as Dialect),
    id,
    title: id,
    aliases: [],
    alsoReads: [],
    formats: [],
  });
  const output = (dialect: Dialect, extra: Partial<Extract<Dialect["output"], { kind: "joined" }>> = {}): Dialect => ({
    ...dialect,
    output: { kind: "joined", facts: dialect.output.facts, codec: dialect.output.codec, file: "ALL.md", nested: true, ...extra },
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

  it("does not hold a rule that is meant for one of them alone", () => {
    const rule = ruleOf("a", "A.\n", { targets: ["one"] });
    const { files, left } = draft([rule], [one, two]);
    expect(files).toEqual([]);
    expect(left).toMatchObject([
      { target: { id: "one" }, notes: [{ field: "targets", kind: "meaning", message: "two would read it in ALL.md as well." }] },
    ]);
    expect(draft([rule], [one]).files).toHaveLength(1);
  });

  it("is one for each directory that has rules of its own", () => {
    const below = ruleOf("b", "B.\n", {
      origin: { store: "fs", dialect: "precept", base: "web", path: "web/.precept/rules/b.md" },
    });
    expect(draft([ruleOf("a", "A.\n"), below], [one]).files.map(({ path }) => path)).toEqual(["ALL.md", "web/ALL.md"]);
  });
});
