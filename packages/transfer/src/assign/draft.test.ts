import { createRule, type Rule, type RuleInput } from "@precept/core";
import { propertyRuns } from "@precept/testing";
import { sha256 } from "@precept/files";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialects, type DialectId, sortReads } from "@precept/mdc-compat";
import { draftExport } from "./draft.ts";
import type { ExportDraft, ExportRequest } from "./request.ts";
import type { Ledger, LedgerEntry } from "../ledger/ledger.ts";

function ruleNamed(name: string, fields: Partial<RuleInput> = {}): Rule {
  const path = `.precept/rules/${name}.md`;
  return createRule({
    id: `project:${path}`,
    name,
    description: `About ${name}`,
    content: `Text of ${name}.\n`,
    origin: { store: "fs", dialect: "precept", root: ".precept/rules", path },
    ...fields,
  });
}

function draftFor(to: readonly DialectId[], rules: readonly Rule[], options: Partial<ExportRequest> = {}): ExportDraft {
  const targets = to.flatMap((id) => dialects.filter((dialect) => dialect.id === id));
  return draftExport({ rules, targets, ledger: new Map(), lossy: false, ...options });
}

/** The rules in each file, by path. */
function contents({ files }: Pick<ExportDraft, "files">): Record<string, readonly string[]> {
  return Object.fromEntries(files.map(({ path, rules }) => [path, rules.map(({ name }) => name)]));
}

/** The files that import another one, each with the path of the other. */
function importsOf({ files }: Pick<ExportDraft, "files">): Record<string, string> {
  return Object.fromEntries(files.flatMap(({ path, imports }) => (imports === undefined ? [] : [[path, imports.path]])));
}

/** The ledger after an export, as far as drafts read it. */
function ledgerOf({ files }: Pick<ExportDraft, "files">): Ledger {
  return new Map(
    files.map(({ path, targets, codec, rules, imports }): [string, LedgerEntry] => {
      const ids = [...rules.map(({ id }) => id), ...(imports?.rules ?? [])];
      const shared = { targets: targets.map(({ id }) => id), format: codec.id, rules: ids, sha256: "" };
      return [path, imports === undefined ? shared : { ...shared, imports: imports.path, sections: [] }];
    }),
  );
}

const always = ruleNamed("house");
const typed = ruleNamed("types", { inclusion: "fileMatch", globs: ["**/*.ts"] });
const asked = ruleNamed("deploy", { inclusion: "agentRequested" });
const manual = ruleNamed("release", { inclusion: "manual" });
const api = ruleNamed("api", { inclusion: "fileMatch", globs: ["packages/api/**"] });

describe("a file that several tools read", () => {
  const openCode = ruleNamed("open", { targets: ["opencode"] });
  const codex = ruleNamed("codex", { targets: ["codex"] });
  const inApi = ruleNamed("in-api", { targets: ["opencode"], inclusion: "fileMatch", globs: ["packages/api/**"] });
  const rules = [always, openCode, codex, inApi];
  const read = ({ readDifferently }: ExportDraft): unknown =>
    readDifferently.map(({ rule, target, path }) => [target.id, rule.name, path]);

  it("keeps the rules of the other tools in an export for one of them, which says that it reads them", () => {
    const ledger = ledgerOf(draftFor(["opencode"], rules));
    const draft = draftFor(["codex"], rules, { ledger });
    expect(contents(draft)).toEqual({ "AGENTS.md": ["house", "open", "codex"] });
    expect(read(draft)).toEqual([
      ["codex", "open", "AGENTS.md"],
      ["opencode", "codex", "AGENTS.md"],
    ]);
    const next: Ledger = new Map([
      ...ledger,
      ["AGENTS.md", { ...ledgerOf(draft).get("AGENTS.md"), targets: ["codex", "opencode"] } as LedgerEntry],
    ]);
    expect(contents(draftFor(["codex"], rules, { ledger: next }))).toEqual({ "AGENTS.md": ["house", "open", "codex"] });
    expect(contents(draftFor(["opencode"], rules, { ledger: next }))).toMatchObject({ "AGENTS.md": ["house", "open", "codex"] });
  });

  it("keeps those of a directory, too", () => {
    const ledger = ledgerOf(draftFor(["opencode"], [api, inApi]));
    expect(contents(draftFor(["codex"], [api, inApi], { ledger }))).toEqual({ "packages/api/AGENTS.md": ["api", "in-api"] });
  });

  it("loses them with their rules, and with an export for all these tools, which says so", () => {
    const ledger = ledgerOf(draftFor(["opencode"], rules));
    const changed = { ...openCode, targets: ["gemini"] };
    expect(contents(draftFor(["codex"], [always, changed], { ledger }))).toEqual({ "AGENTS.md": ["house"] });
    expect(contents(draftFor(["codex"], [always, { ...openCode, inclusion: "manual" }], { ledger }))).toEqual({
      "AGENTS.md": ["house"],
    });
    const both = draftFor(["codex", "opencode"], [always, openCode], { ledger });
    expect(contents(both)).toEqual({ "AGENTS.md": ["house"] });
    expect(both.omitted.map(({ rule, target }) => [target.id, rule.name])).toEqual([["opencode", "open"]]);
  });
});

describe("a tool that reads the files of another target", () => {
  it("gets a rule once: in the file that both read", () => {
    const draft = draftFor(["cursor", "agents", "copilot"], [always, typed]);
    expect(contents(draft)).toEqual({
      "AGENTS.md": ["house"],
      ".cursor/rules/types.mdc": ["types"],
      ".github/instructions/types.instructions.md": ["types"],
    });
    expect(draft.alreadyRead.map(({ rule, target, paths }) => [target.id, rule.name, paths])).toEqual([
      ["cursor", "house", ["AGENTS.md"]],
      ["copilot", "house", ["AGENTS.md"]],
    ]);
    expect(draft.readTwice).toEqual([]);
  });

  it("is said to read a rule twice if it runs in the directory of one of the files", () => {
    const { readTwice } = draftFor(["skill", "codex"], [api]);
    expect(readTwice.map(({ rule, target, paths }) => [target.id, rule.name, paths])).toEqual([
      ["codex", "api", [".agents/skills/api/SKILL.md", "packages/api/AGENTS.md"]],
    ]);
  });

  it("gets a rule once from the file of an earlier export for another tool", () => {
    const ledger = ledgerOf(draftFor(["agents"], [always]));
    expect(contents(draftFor(["cursor"], [always, typed], { ledger }))).toEqual({ ".cursor/rules/types.mdc": ["types"] });
  });

  it("gets a file of its own if this export writes the other file without the rule", () => {
    const ledger = ledgerOf(draftFor(["agents"], [always, typed], { lossy: true }));
    const draft = draftFor(["cursor", "codex"], [always, typed], { ledger });
    expect(contents(draft)).toEqual({ "AGENTS.md": ["house"], ".cursor/rules/types.mdc": ["types"] });
    expect(draft.omitted.map(({ rule, target }) => [target.id, rule.name])).toEqual([["codex", "types"]]);
  });

  it("gets a file of its own if the other file is missing or has another text, and is said to read that as well", () => {
    const ledger = ledgerOf(draftFor(["cursor"], [always]));
    const draft = (file: string | undefined): ExportDraft => draftFor(["cline"], [always], { ledger, readFile: () => file });
    expect(draft("---\nalwaysApply: true\n---\nText of house.\n").files).toEqual([]);
    expect(contents(draft(undefined))).toEqual({ ".clinerules/house.md": ["house"] });
    expect(draft(undefined).readDifferently).toEqual([]);
    const edited = draft("---\nalwaysApply: true\n---\nAn earlier text.\n");
    expect(contents(edited)).toEqual({ ".clinerules/house.md": ["house"] });
    expect(edited.readDifferently.map(({ path, notes }) => [path, notes.map(({ message }) => message)])).toEqual([
      [".cursor/rules/house.mdc", ["It has another text than the rule. Import its edits, or export to its tool too."]],
    ]);
  });

  it("gets a file of its own if it would ignore the other file because of it", () => {
    expect(contents(draftFor(["agents", "zed", "warp", "junie"], [always]))).toEqual({
      "AGENTS.md": ["house"],
      ".rules": ["house"],
      "WARP.md": ["house"],
      ".junie/AGENTS.md": ["house"],
    });
    expect(draftFor(["junie", "agents"], [always]).alreadyRead).toEqual([]);
  });

  it("keeps no imported file beside the other one, which it would read twice", () => {
    const imported = (format: string, target: string): LedgerEntry => {
      return { targets: [target], format, rules: [always.id], sha256: "", head: "" };
    };
    const ledger = new Map([
      ["AGENTS.md", imported("agents", "agents")],
      [".cursor/rules/house.mdc", imported("cursor", "cursor")],
    ]);
    const draft = draftFor(["agents", "cursor"], [always], { ledger });
    expect(Object.keys(contents(draft))).toEqual(["AGENTS.md"]);
    expect(draft.readTwice).toEqual([]);
    // An export for one of the tools changes no file of the others.
    const alone = draftFor(["cursor"], [always], { ledger });
    expect(Object.keys(contents(alone))).toEqual([".cursor/rules/house.mdc"]);
    expect(alone.readTwice.map(({ target, paths }) => [target.id, paths.toSorted()])).toEqual([
      ["cursor", [".cursor/rules/house.mdc", "AGENTS.md"]],
    ]);
  });

  it("is reported if it reads a rule there that applies to fewer files", () => {
    const draft = draftFor(["cursor", "crush"], [typed]);
    expect(contents(draft)).toEqual({ ".cursor/rules/types.mdc": ["types"] });
    expect(draft.readDifferently.map(({ target, path, notes }) => [target.id, path, notes.map(({ field }) => field)])).toEqual([
      ["crush", ".cursor/rules/types.mdc", ["inclusion"]],
    ]);
  });
});

describe("a tool that applies the files of subdirectories to the whole project", () => {
  it("gets no file of its own, which would be a second copy, and is reported to read the rule more widely", () => {
    const draft = draftFor(["codex", "cline"], [always, api]);
    expect(contents(draft)).toEqual({
      "AGENTS.md": ["house"],
      "packages/api/AGENTS.md": ["api"],
    });
    expect(draft.alreadyRead.map(({ target, rule }) => `${target.id} ${rule.name}`)).toEqual(["cline house", "cline api"]);
    expect(
      draft.readDifferently.map(({ target, path, notes }) => [target.id, path, notes.map(({ message }) => message)]),
    ).toEqual([["cline", "packages/api/AGENTS.md", ["The tool applies files of subdirectories to the whole project."]]]);
  });

  it("gets a file of its own if it does not read those of subdirectories, because there is none in the root directory", () => {
    expect(contents(draftFor(["codex", "cline"], [api]))).toEqual({
      "packages/api/AGENTS.md": ["api"],
      ".clinerules/api.md": ["api"],
    });
  });
});

describe("AGENTS.md, which Claude Code reads from a certain version on, and only without a personal CLAUDE.local.md", () => {
  it("is not imported by CLAUDE.md if it has the text of before of a rule, beside which Claude Code would read the new one", () => {
    const rules = [always, ruleNamed("prices")];
    const ledger = ledgerOf(draftFor(["opencode"], rules));
    const text = draftFor(["opencode"], rules).files.map(({ codec, rules: written }) =>
      written.map((rule) => codec.print(rule).text),
    );
    const changed = [{ ...always, content: "A new text.\n" }, ruleNamed("prices")];
    const readFile = (path: string): string | undefined => (path === "AGENTS.md" ? text.flat().join("\n") : undefined);
    const draft = draftFor(["claude"], changed, { ledger, readFile });
    expect(importsOf(draft)).toEqual({});
    expect(contents(draft)).toEqual({ ".claude/rules/house.md": ["house"], ".claude/rules/prices.md": ["prices"] });
    // This export writes AGENTS.md again.
    const both = draftFor(["opencode", "claude"], changed, { ledger: ledgerOf(draftFor(["codex"], rules)), readFile });
    expect(importsOf(both)).toEqual({ "CLAUDE.md": "AGENTS.md" });
  });

  it("is imported by CLAUDE.md, so that Claude Code reads its rules once", () => {
    const draft = draftFor(["agents", "claude"], [always, typed]);
    expect(contents(draft)).toEqual({ "AGENTS.md": ["house"], "CLAUDE.md": [], ".claude/rules/types.md": ["types"] });
    expect(importsOf(draft)).toEqual({ "CLAUDE.md": "AGENTS.md" });
    expect(draft.alreadyRead.map(({ target, paths }) => [target.id, paths])).toEqual([["claude", ["AGENTS.md"]]]);
    expect(draft.readTwice).toEqual([]);
  });

  it("is imported also if a word of a handwritten text starts with @, as soon as other rules join that text", () => {
    const own = ruleNamed("own", { content: "Use @types/node.\n" });
    const imported: LedgerEntry = {
      targets: ["agents"],
      format: "agents",
      rules: [own.id],
      sha256: sha256(own.content),
      head: "",
    };
    const readFile = (path: string): string | undefined => (path === "AGENTS.md" ? own.content : undefined);
    const first = draftFor(["gemini", "agents"], [own, always], { ledger: new Map([["AGENTS.md", imported]]), readFile });
    expect(importsOf(first)).toEqual({ "GEMINI.md": "AGENTS.md" });
    expect(importsOf(draftFor(["gemini", "agents"], [own, always], { ledger: ledgerOf(first) }))).toEqual(importsOf(first));
    expect(contents(draftFor(["gemini", "agents"], [own], { ledger: new Map([["AGENTS.md", imported]]), readFile }))).toEqual({
      "AGENTS.md": ["own"],
      "GEMINI.md": ["own"],
    });
  });

  it("stands for them if CLAUDE.md is a link to it", () => {
    const links = new Map([["CLAUDE.md", "AGENTS.md"]]);
    const draft = draftFor(["agents", "claude"], [always], { links });
    expect(contents(draft)).toEqual({ "AGENTS.md": ["house"] });
    expect(draft.readTwice).toEqual([]);
  });

  it("is not read with a CLAUDE.md, so that nothing is read twice", () => {
    const memo = ruleNamed("memo", { targets: ["claude"] });
    const memory: LedgerEntry = { targets: ["claude"], format: "claude-memory", rules: [memo.id], sha256: "", head: "" };
    const draft = draftFor(["agents", "claude"], [always, memo], { ledger: new Map([["CLAUDE.md", memory]]) });
    expect(contents(draft)).toEqual({ "CLAUDE.md": ["memo"], "AGENTS.md": ["house"], ".claude/rules/house.md": ["house"] });
    expect(draft.readTwice).toEqual([]);
  });
});

describe("a link to a file with rules", () => {
  const entry: LedgerEntry = { targets: ["agents"], format: "agents", rules: [always.id], sha256: "" };

  it("is never written: the rules in the file that it leads to are read through it", () => {
    const ledger: Ledger = new Map([
      ["AGENTS.md", entry],
      ["CLAUDE.md", { ...entry, targets: ["claude"], link: "AGENTS.md" }],
    ]);
    const draft = draftFor(["agents", "claude"], [always, ruleNamed("new"), typed], { ledger });
    expect(contents(draft)).toEqual({ "AGENTS.md": ["house", "new"], ".claude/rules/types.md": ["types"] });
  });

  it("serves other tools that read the file, whatever their order", () => {
    const ledger: Ledger = new Map([
      ["AGENTS.md", entry],
      ["CLAUDE.md", { ...entry, targets: ["claude"], link: "AGENTS.md" }],
    ]);
    for (const to of [
      ["copilot", "claude"],
      ["claude", "copilot"],
    ] as const)
      expect(contents(draftFor(to, [always, ruleNamed("new")], { ledger }))).toEqual({ "AGENTS.md": ["house", "new"] });
  });

  it("gives no rule of its own, even if it is not in the ledger", () => {
    const copy = createRule({
      id: "project:CLAUDE.md",
      name: "CLAUDE.md",
      content: "Text of house.\n",
      origin: { store: "fs", dialect: "claude-memory", path: "CLAUDE.md", label: true },
    });
    const links = new Map([["CLAUDE.md", "AGENTS.md"]]);
    const draft = draftFor(["agents", "claude", "cursor"], [always, copy], { ledger: new Map([["AGENTS.md", entry]]), links });
    expect(contents(draft)).toEqual({ "AGENTS.md": ["house"] });
  });
});

describe("a file of another tool with the text of a native rule", () => {
  const claude = ruleNamed("CLAUDE", {
    id: "project:CLAUDE.md",
    content: always.content,
    origin: { store: "fs", dialect: "claude-memory", path: "CLAUDE.md" },
  });

  it("has its earlier exports counted as those of the native rule, as after an import that was stopped", () => {
    const ledger: Ledger = new Map([...ledgerOf(draftFor(["cursor"], [claude])), ...ledgerOf(draftFor(["codex"], [claude]))]);
    const draft = draftFor(["cline"], [always, claude], { ledger });
    expect(contents(draft)).toEqual({});
    expect(draft.readTwice.map(({ rule, paths }) => [rule.name, paths])).toEqual([["house", [...ledger.keys()]]]);
  });

  it("is found also if it imports the file that the native rule refers to", () => {
    const origin = { ...claude.origin, imports: true } as const;
    const importing = ruleNamed("CLAUDE", { ...claude, content: "See @docs/guide.md.\n", origin });
    const native = ruleNamed("guide", { content: "See #[[file:docs/guide.md]].\n" });
    expect(contents(draftFor(["cline"], [native, importing]))).toEqual({ ".clinerules/guide.md": ["guide"] });
    const other = ruleNamed("guide", { content: "See #[[file:docs/other.md]].\n" });
    expect(Object.keys(contents(draftFor(["cline"], [other, importing])))).toHaveLength(2);
  });
});

describe("a file that is as another rule would be written to it", () => {
  const steering = ruleNamed("review", {
    id: "project:.kiro/steering/review.md",
    inclusion: "agentRequested",
    origin: { store: "fs", dialect: "kiro", root: ".kiro/steering", path: ".kiro/steering/review.md" },
  });
  const file = "---\ntrigger: model_decision\ndescription: About review\n---\n\nText of review.\n";
  const ejected = ruleNamed("review", {
    id: "project:.devin/rules/review.md",
    inclusion: "agentRequested",
    origin: { store: "fs", dialect: "windsurf", root: ".devin/rules", path: ".devin/rules/review.md" },
  });

  it("is not taken over, as after an eject: its own rule would be gone in the next export", () => {
    const draft = draftFor(["windsurf"], [steering, ejected], {
      readFile: (path) => (path === ejected.origin.path ? file : ""),
    });
    expect(contents(draft)).toEqual({});
    const reading = draft.alreadyRead.filter(({ target }) => target.id === "windsurf");
    expect(reading.map(({ rule, paths }) => [rule.id, paths])).toContainEqual([steering.id, [".devin/rules/review.md"]]);
  });

  it("is not counted as read if it says something else", () => {
    const draft = draftFor(["windsurf"], [steering, ejected], { readFile: () => file.replace("About", "Of") });
    expect(draft.alreadyRead.map(({ rule }) => rule.id)).not.toContain(steering.id);
  });
});

describe("a link in a subdirectory to a file with rules", () => {
  it("is said to be read as well as the file of the project, where tools read both", () => {
    const claude = ruleNamed("CLAUDE", {
      id: "project:CLAUDE.md",
      origin: { store: "fs", dialect: "claude-memory", path: "CLAUDE.md" },
    });
    const links = new Map([["packages/api/AGENTS.md", "CLAUDE.md"]]);
    const draft = draftFor(["agents"], [claude], { links });
    expect(contents(draft)).toEqual({ "AGENTS.md": ["CLAUDE"] });
    expect(draft.readTwice.map(({ paths }) => paths)).toEqual([["packages/api/AGENTS.md", "AGENTS.md"]]);
  });

  it("is said to be read as well as a new file by a tool that reads links once, but not the file that it leads to", () => {
    const imported: LedgerEntry = { targets: ["agents"], format: "agents", rules: [always.id], sha256: "", head: "" };
    const ledger: Ledger = new Map([
      ["packages/api/AGENTS.md", imported],
      ["CLAUDE.md", { ...imported, targets: ["claude"], format: "claude-memory", link: "packages/api/AGENTS.md" }],
    ]);
    const draft = draftFor(["copilot", "codex"], [always], { ledger });
    expect(contents(draft)).toEqual({ "AGENTS.md": ["house"] });
    expect(draft.readTwice.map(({ target, paths }) => [target.id, paths])).toContainEqual([
      "copilot",
      ["CLAUDE.md", "AGENTS.md"],
    ]);
  });
});

describe("a file that imports the shared one", () => {
  it("is the same in the next export, for all tools or for one of them", () => {
    const ledger = ledgerOf(draftFor(["codex", "claude", "gemini"], [always, api]));
    for (const to of [["codex", "claude", "gemini"], ["claude"], ["gemini"]] as const) {
      const draft = draftFor(to, [always, api], { ledger, readFile: () => "Text of house.\nText of api.\n" });
      const expected = [...ledger].filter(([, { targets }]) => targets.every((id) => to.some((one) => one === id)));
      expect(Object.fromEntries(ledgerOf(draft))).toEqual(Object.fromEntries(expected));
    }
  });

  it("is said to be read as well as the files of rules that were imported from other files of the tool", () => {
    const memo = ruleNamed("memo");
    const imported: LedgerEntry = { targets: ["claude"], format: "claude", rules: [memo.id], sha256: "", head: "" };
    const ledger = new Map([[".claude/rules/memo.md", imported]]);
    const { readTwice, ...draft } = draftFor(["codex", "claude"], [always, memo], { ledger });
    expect(importsOf(draft)).toEqual({ "CLAUDE.md": "AGENTS.md" });
    expect(readTwice).toMatchObject([{ rule: { name: "memo" }, paths: [".claude/rules/memo.md", "CLAUDE.md"] }]);
  });

  it("is said to be read as well as the file of a rule that the shared file has without its conditions", () => {
    const inSrc = ruleNamed("src", { inclusion: "fileMatch", globs: ["src/**"] });
    const options = { lossy: true, hasDirectory: () => false };
    const ledger = ledgerOf(draftFor(["codex"], [always, inSrc], options));
    const { readTwice, ...draft } = draftFor(["claude"], [always, inSrc], { hasDirectory: () => false, ledger });
    expect(importsOf(draft)).toEqual({ "CLAUDE.md": "AGENTS.md" });
    expect(readTwice).toMatchObject([{ rule: { name: "src" }, paths: [".claude/rules/src.md", "CLAUDE.md"] }]);
  });

  it("is in each directory of a rule", () => {
    const both = ruleNamed("both", { inclusion: "fileMatch", globs: ["src/**", "lib/**"] });
    const draft = draftFor(["codex", "claude"], [both]);
    expect(importsOf(draft)).toEqual({ "src/CLAUDE.md": "src/AGENTS.md", "lib/CLAUDE.md": "lib/AGENTS.md" });
  });

  it("takes the place of an imported file if another tool reads both, and the shared file has its rule", () => {
    const imported: LedgerEntry = { targets: ["claude"], format: "claude-memory", rules: [always.id], sha256: "", head: "" };
    const ledger = new Map([["CLAUDE.md", imported]]);
    expect(importsOf(draftFor(["codex", "claude", "copilot"], [always], { ledger }))).toEqual({ "CLAUDE.md": "AGENTS.md" });
    expect(contents(draftFor(["claude"], [always], { ledger }))).toEqual({ "CLAUDE.md": ["house"] });
    // No other tool of the export reads CLAUDE.md.
    expect(importsOf(draftFor(["codex", "claude"], [always], { ledger }))).toEqual({});
  });

  it("takes the place of an imported file if it has to import other rules of the file of an earlier export", () => {
    const memo = ruleNamed("memo");
    const imported: LedgerEntry = { targets: ["gemini"], format: "gemini", rules: [memo.id], sha256: "", head: "" };
    const ledger = new Map([...ledgerOf(draftFor(["codex"], [always, memo])), ["GEMINI.md", imported]]);
    const draft = draftFor(["gemini"], [always, memo], { ledger });
    expect(importsOf(draft)).toEqual({ "GEMINI.md": "AGENTS.md" });
    expect(contents(draft)).toEqual({ "GEMINI.md": [] });
  });

  it("does not take the place of an imported file that stays, because no other tool reads it", () => {
    const base = "web";
    const [a, c] = ["a", "c"].map((name) => {
      const path = `${base}/.precept/rules/${name}.md`;
      return ruleNamed(name, { id: `project:${path}`, origin: { store: "fs", dialect: "precept", path, base } });
    }) as [Rule, Rule];
    const imported: LedgerEntry = { targets: ["claude"], format: "claude-memory", rules: [c.id], sha256: "", head: "" };
    const draft = draftFor(["codex", "claude"], [a, c], { ledger: new Map([["web/CLAUDE.md", imported]]) });
    expect(importsOf(draft)).toEqual({});
    expect(contents(draft)).toEqual({ "web/AGENTS.md": ["a", "c"], "web/CLAUDE.md": ["c"], "web/.claude/rules/a.md": ["a"] });
  });

  it("also has the rules that the shared file does not have", () => {
    const own = ruleNamed("own", { targets: ["gemini"] });
    const draft = draftFor(["codex", "gemini"], [always, own]);
    expect(contents(draft)).toEqual({ "AGENTS.md": ["house"], "GEMINI.md": ["own"] });
    expect(importsOf(draft)).toEqual({ "GEMINI.md": "AGENTS.md" });
  });

  it.each<readonly [string, readonly DialectId[], readonly Rule[], Partial<ExportRequest>]>([
    [
      "the user wrote the file before the first export, with the same text",
      ["codex", "claude"],
      [always],
      {
        ledger: new Map([
          ["CLAUDE.md", { targets: ["claude"], format: "claude-memory", rules: [], sha256: "", handwritten: true }],
        ]),
      },
    ],
    ["a rule of the shared file is not for the tool", ["codex", "claude"], [always, ruleNamed("b", { targets: ["codex"] })], {}],
    [
      "the file was written by hand",
      ["codex", "claude"],
      [always],
      { readFile: (path) => (path === "CLAUDE.md" ? "Mine.\n" : undefined) },
    ],
    [
      "the tool would import a file that the text only mentions",
      ["codex", "claude"],
      [ruleNamed("a", { content: "See @docs/a.md.\n" })],
      { hasFile: (path) => path === "docs/a.md" },
    ],
    [
      "the tool replaces words of a shared file that stays as the user wrote it",
      ["codex", "gemini"],
      [ruleNamed("a", { content: "Use @types/node.\n" })],
      {
        ledger: new Map([
          [
            "AGENTS.md",
            {
              targets: ["codex"],
              format: "codex",
              rules: [ruleNamed("a").id],
              sha256: sha256("Use @types/node.\n"),
              head: "",
              fields: { description: { rule: "About a", file: "" } },
            },
          ],
        ]),
      },
    ],
    [
      "Precept could not read the imported text",
      ["codex", "claude"],
      [ruleNamed("a", { content: `${"x".repeat(300_000)}\n` })],
      {},
    ],
  ])("is not written if %s", (_, to, rules, options) => {
    expect(importsOf(draftFor(to, rules, options))).toEqual({});
  });

  it("has words in backticks in the shared file, which the tool would replace", () => {
    const rule = ruleNamed("a", { content: "Use @types/node.\n" });
    const draft = draftFor(["codex", "gemini", "claude"], [rule]);
    expect(importsOf(draft)).toEqual({ "GEMINI.md": "AGENTS.md", "CLAUDE.md": "AGENTS.md" });
    expect(draft.files[0]?.rules.map(({ content }) => content)).toEqual(["Use `@types/node.`\n"]);
    expect(draft.reduced.map(({ target, notes }) => [target.id, notes.map(({ field }) => field)])).toEqual([
      ["codex", ["description", "content"]],
    ]);
    // The file keeps its text in an export for another tool, and one without such a tool needs no backticks.
    const ledger = ledgerOf(draft);
    expect(draftFor(["codex"], [rule], { ledger }).files[0]?.rules[0]?.content).toBe("Use `@types/node.`\n");
    expect(importsOf(draftFor(["gemini"], [rule], { ledger, readFile: () => "Use `@types/node.`\n" }))).toEqual({
      "GEMINI.md": "AGENTS.md",
    });
    expect(draftFor(["codex", "claude"], [rule]).files[0]?.rules[0]?.content).toBe("Use @types/node.\n");
  });

  it("has words in backticks in the shared file to which a link leads", () => {
    const rule = ruleNamed("a", { content: "Use @types/node.\n" });
    const entry: LedgerEntry = { targets: ["agents"], format: "agents", rules: [rule.id], sha256: "" };
    const ledger: Ledger = new Map([
      [".agents/AGENTS.md", entry],
      ["AGENTS.md", { ...entry, link: ".agents/AGENTS.md" }],
    ]);
    const draft = draftFor(["agents", "gemini"], [rule], { ledger });
    expect(importsOf(draft)).toEqual({ "GEMINI.md": "AGENTS.md" });
    expect(draft.files[0]?.rules[0]?.content).toBe("Use `@types/node.`\n");
  });

  it("is written although the text mentions a file that does not exist, or the shared file itself", () => {
    const rule = ruleNamed("a", { content: "Use @types/node. See @AGENTS.md.\n" });
    const draft = draftFor(["codex", "claude"], [rule], { hasFile: (path) => path === "AGENTS.md" });
    expect(importsOf(draft)).toEqual({ "CLAUDE.md": "AGENTS.md" });
  });
});

describe("a rule of whole directories", () => {
  it("goes to the file of the directory, for tools without patterns that read such files", () => {
    const draft = draftFor(["agents", "codex", "gemini", "cursor", "aider"], [always, api]);
    expect(contents(draft)).toEqual({
      "AGENTS.md": ["house"],
      "packages/api/AGENTS.md": ["api"],
      "CONVENTIONS.md": ["house"],
      "GEMINI.md": [],
      "packages/api/GEMINI.md": [],
    });
    expect(importsOf(draft)).toEqual({ "GEMINI.md": "AGENTS.md", "packages/api/GEMINI.md": "packages/api/AGENTS.md" });
    expect(draft.omitted.map(({ target, rule }) => [target.id, rule.name])).toEqual([["aider", "api"]]);
  });

  it.each([
    [["src/**"], ["src"]],
    [
      ["./src/**/*", "/lib/"],
      ["src", "lib"],
    ],
    [["packages/{api,web}/**"], ["packages/api", "packages/web"]],
    [["src/**", "src/app/**"], ["src"]],
    [["app/\\[id\\]/**"], ["app/[id]"]],
  ])("with the patterns %j has a section in the file of each directory: %j", (globs, directories) => {
    const draft = draftFor(["agents"], [ruleNamed("r", { inclusion: "fileMatch", globs })]);
    expect(draft.files.map(({ path }) => path)).toEqual(directories.map((directory) => `${directory}/AGENTS.md`));
  });

  it.each([
    [["src/*.ts"]],
    [["src/**/*.ts"]],
    [["*.ts"]],
    [["**"]],
    [["**/src/**"]],
    [["src"]],
    [["src/**", "*.md"]],
    [["src/**", "!src/gen/**"]],
    [["../other/**"]],
    [["src/../../other/**"]],
    [[".git/**"]],
    [[".precept/rules/**"]],
    [["web/.claude/rules/**"]],
    [["s?c/**"]],
  ])("is not one with the patterns %j, and is left out", (globs) => {
    const draft = draftFor(["agents"], [ruleNamed("r", { inclusion: "fileMatch", globs })]);
    expect({ files: draft.files.length, omitted: draft.omitted.length }).toEqual({ files: 0, omitted: 1 });
  });

  it("is left out with the reason if the directory does not exist", () => {
    const draft = draftFor(["codex"], [api], { hasDirectory: () => false });
    expect(draft.files).toEqual([]);
    expect(draft.omitted[0]?.notes.map(({ message }) => message)).toContain(
      "The directory packages/api does not exist, or is a link.",
    );
  });

  it("below a subdirectory goes to the directory in that subdirectory", () => {
    const rule = ruleNamed("r", {
      inclusion: "fileMatch",
      globs: ["src/**"],
      origin: { store: "fs", dialect: "precept", base: "web", path: "web/.precept/rules/r.md" },
    });
    expect(Object.keys(contents(draftFor(["agents"], [rule])))).toEqual(["web/src/AGENTS.md"]);
  });
});

describe("a rule that a tool cannot express", () => {
  it("becomes one skill for all tools that read the directory", () => {
    const draft = draftFor(["codex", "gemini", "opencode", "amp"], [asked]);
    expect(contents(draft)).toEqual({ ".agents/skills/deploy/SKILL.md": ["deploy"] });
    expect(draft.files[0]?.targets.map(({ id }) => id)).toEqual(["codex", "gemini", "opencode", "amp"]);
    expect(draft.omitted).toEqual([]);
  });

  it("is written for no tool that reads it in every request, because another tool of the export has no skills", () => {
    const draft = draftFor(["kiro", "agents"], [asked], { lossy: true });
    expect(contents(draft)).toEqual({ "AGENTS.md": ["deploy"] });
    expect(contents(draftFor(["kiro", "agents"], [asked]))).toEqual({ ".kiro/steering/deploy.md": ["deploy"] });
  });

  it("becomes a skill in the directories that no tool reads twice, if there are such", () => {
    const draft = draftFor(["claude", "codex", "opencode"], [asked]);
    expect(Object.keys(contents(draft)).toSorted()).toEqual([".claude/skills/deploy/SKILL.md", ".codex/skills/deploy/SKILL.md"]);
    expect(draft.readTwice).toEqual([]);
  });

  it("becomes a skill that tools with their own form of such rules do not get again", () => {
    const draft = draftFor(["cursor", "codex"], [asked]);
    expect(contents(draft)).toEqual({ ".agents/skills/deploy/SKILL.md": ["deploy"] });
    expect(draft.alreadyRead.map(({ target }) => target.id)).toEqual(["cursor"]);
  });

  it("is not written over a file by hand that has its text already, even if losses are accepted", () => {
    const text = { content: "The same text.\n" };
    const agents = ruleNamed("AGENTS", {
      ...text,
      id: "project:AGENTS.md",
      origin: { store: "fs", dialect: "agents", path: "AGENTS.md" },
    });
    const draft = draftFor(["codex"], [agents, ruleNamed("api", { ...text, inclusion: "fileMatch", globs: ["**/*.ts"] })], {
      lossy: true,
    });
    expect(draft.files).toEqual([]);
    expect(draft.alreadyRead.map(({ rule, paths }) => [rule.name, paths])).toEqual([
      ["AGENTS", ["AGENTS.md"]],
      ["api", ["AGENTS.md"]],
    ]);
    expect(draft.reduced.map(({ rule }) => rule.name)).toEqual(["api"]);
  });

  it("becomes a skill on request only where the tool, and each that reads the same directory, does not choose it by itself", () => {
    expect(contents(draftFor(["claude"], [manual]))).toEqual({ ".claude/skills/release/SKILL.md": ["release"] });
    expect(contents(draftFor(["zed"], [manual]))).toEqual({ ".agents/skills/release/SKILL.md": ["release"] });
    expect(draftFor(["gemini", "codex"], [manual]).omitted.map(({ target }) => target.id)).toEqual(["gemini", "codex"]);
    const both = draftFor(["zed", "gemini"], [manual]);
    expect(both.files).toEqual([]);
    expect(both.omitted.flatMap(({ notes }) => notes.map(({ message }) => message))).toContain(
      "Gemini CLI reads skills in .agents/skills too, and would use this one differently.",
    );
  });

  it("is left out if the skill would run a command or insert an argument", () => {
    const commands = ruleNamed("run", { inclusion: "agentRequested", content: "Run !`date`.\n" });
    expect(draftFor(["claude"], [commands])).toMatchObject({
      files: [],
      omitted: [{ notes: [{ field: "inclusion" }, { field: "content" }] }],
    });
    const args = ruleNamed("args", { inclusion: "agentRequested", content: "Use $1.\n" });
    const [file] = draftFor(["claude"], [args]).files;
    expect(file?.rules.map((rule) => file.codec.print(rule).text)).toEqual([expect.stringContaining("Use \\$1.")]);
    // OpenCode reads the skill of Claude Code, and has no escape.
    expect(draftFor(["claude", "opencode"], [args]).omitted.map(({ target }) => target.id)).toEqual(["claude", "opencode"]);
  });
});

/** Each tool, and every kind of rule. */
const someTargets = fc.uniqueArray(fc.constantFrom(...dialects.map(({ id }) => id).filter((id) => id !== "precept")), {
  minLength: 1,
  maxLength: 6,
});

const someRules = fc
  .array(
    fc.record({
      inclusion: fc.constantFrom("always" as const, "fileMatch" as const, "agentRequested" as const, "manual" as const),
      globs: fc.constantFrom(["src/**"], ["web/**", "src/app/**"], ["*.ts"], ["src/*.ts", "!src/x.ts"]),
      base: fc.constantFrom(undefined, undefined, "web"),
      content: fc.constantFrom("Text.\n", "Use $ARGUMENTS.\n", "Run !`ls`.\n", "See @docs/a.md.\n"),
      description: fc.constantFrom("", "When to use it"),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((drafts) =>
    drafts.map(({ base, globs, ...fields }, index) => {
      const path = `${base === undefined ? "" : `${base}/`}.precept/rules/r${index}.md`;
      return ruleNamed(`r${index}`, {
        ...fields,
        id: `project:${path}`,
        globs: fields.inclusion === "fileMatch" ? globs : [],
        origin: { store: "fs", dialect: "precept", path, ...(base !== undefined && { base }) },
      });
    }),
  );

/** How widely a rule applies, from the narrowest. */
const width = ["manual", "agentRequested", "fileMatch", "always"];

describe("whatever the rules and the tools", () => {
  it("each tool reads each rule at most once, or the export says that it does not", () => {
    fc.assert(
      fc.property(someTargets, someRules, (to, rules) => {
        const draft = draftFor(to, rules);
        const paths = draft.files.map(({ path }) => path);
        for (const id of to) {
          const { read } = sortReads(id, paths);
          for (const rule of rules) {
            const inSomeSessions = read.filter(({ path, base }) => {
              const file = draft.files.find((one) => one.path === path);
              const isImported = file?.imports?.rules.includes(rule.id) === true;
              if (isImported) return file.targets.some((target) => target.id === id);
              const printed = file?.rules.find((one) => one.id === rule.id);
              // Some tools take .junie/AGENTS.md for the AGENTS.md of a directory .junie.
              return printed !== undefined && base === (printed.origin.base ?? "");
            });
            const found = inSomeSessions.filter(({ reason }) => reason === undefined);
            // A rule of several directories has a file in each.
            const isApart = found.every(({ path }) => found.every((other) => other.path === path || areApart(path, other.path)));
            const isSaid = draft.readTwice.some(({ target, rule: one }) => target.id === id && one.id === rule.id);
            expect(isSaid || found.length < 2 || isApart).toBe(true);
            expect(isSaid && inSomeSessions.length < 2).toBe(false);
          }
        }
      }),
      { numRuns: propertyRuns({ sample: 100, full: 500 }) },
    );
  });

  it("no rule applies more widely in a tool than its own conditions say, or the export says so", () => {
    fc.assert(
      fc.property(someTargets, someRules, (to, rules) => {
        const draft = draftFor(to, rules);
        const printed = new Map(
          draft.files.flatMap((file) => file.rules.map((rule) => [`${file.path} ${rule.id}`, file] as const)),
        );
        for (const id of to) {
          for (const read of sortReads(
            id,
            draft.files.map(({ path }) => path),
          ).read) {
            for (const rule of rules) {
              const file = printed.get(`${read.path} ${rule.id}`);
              const [only] = file?.rules ?? [];
              if (file === undefined || only === undefined || file.rules.length > 1) continue;
              const { draft: parsed } = read.codec.parse({
                text: file.codec.print(only).text,
                path: read.relativePath,
                file: read.path,
              });
              const isSaid = draft.readDifferently.some(
                ({ target, rule: one, path }) => target.id === id && one.id === rule.id && path === read.path,
              );
              const isWider = parsed !== undefined && width.indexOf(parsed.inclusion) > width.indexOf(rule.inclusion);
              // In the file of a directory, a rule of that directory always applies.
              const isInside =
                !read.everywhere &&
                read.base !== "" &&
                (rule.origin.base === read.base || rule.globs.some((glob) => covers(glob, rule, read.base)));
              expect(!isWider || isInside || isSaid).toBe(true);
            }
          }
        }
      }),
      { numRuns: propertyRuns({ sample: 100, full: 500 }) },
    );
  });

  it("every rule is written, left out with a reason, or read elsewhere, and a second export has the same files", () => {
    fc.assert(
      fc.property(someTargets, someRules, (to, rules) => {
        const draft = draftFor(to, rules);
        for (const id of to) {
          for (const rule of rules) {
            const isMine = ({ target, rule: one }: { target: { id: string }; rule: Rule }): boolean =>
              target.id === id && one.id === rule.id;
            const isWritten = draft.files.some(
              (file) => file.targets.some((target) => target.id === id) && file.rules.some((one) => one.id === rule.id),
            );
            const omitted = draft.omitted.filter(isMine);
            expect([isWritten, omitted.length > 0, draft.alreadyRead.some(isMine)].filter(Boolean)).toHaveLength(1);
            for (const { notes } of omitted) expect(notes.length).toBeGreaterThan(0);
            const { read } = sortReads(
              id,
              draft.files.map(({ path }) => path),
            );
            for (const { paths } of draft.alreadyRead.filter(isMine)) {
              const found = read.find(({ path }) => paths.includes(path));
              expect([
                "",
                rule.origin.base,
                ...rule.globs.map((glob) =>
                  [...(rule.origin.base === undefined ? [] : [rule.origin.base]), glob.replace(/\/\*\*$/, "")].join("/"),
                ),
              ]).toContain(found?.base);
              expect(found?.base === "" && rule.origin.base !== undefined && rule.inclusion === "always").toBe(false);
            }
          }
        }
        const again = draftFor(to, rules, { ledger: ledgerOf(draft) });
        expect(contents(again)).toEqual(contents(draft));
        expect(ledgerOf(again)).toEqual(ledgerOf(draft));
      }),
      { numRuns: propertyRuns({ sample: 100, full: 500 }) },
    );
  });
});

function areApart(left: string, right: string): boolean {
  const [one = "", other = ""] = [left, right].map((path) => path.slice(0, path.lastIndexOf("/") + 1));
  return one !== "" && other !== "" && !one.startsWith(other) && !other.startsWith(one);
}

function covers(glob: string, { origin: { base } }: Rule, directory: string): boolean {
  return glob.endsWith("/**") && directory === [...(base === undefined ? [] : [base]), glob.slice(0, -3)].join("/");
}
