import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ResolveRequest } from "../model/request.ts";
import type { RuleInput } from "../model/rule.ts";
import { filePath, ruleSet } from "../testing/arbitraries.ts";
import { aFileRule, buildRule, namesOf } from "../testing/rules.ts";
import { matchesGlob } from "../glob/glob.ts";
import { matchRules, type MatchContext } from "./match.ts";
import { RuleIndex } from "./rule-index.ts";

/** Why one rule matches, or why it does not. */
function why(input: Partial<RuleInput>, request: ResolveRequest = {}, findings?: MatchContext) {
  const outcome = matchRules(new RuleIndex([buildRule(input)]), request, findings);
  return outcome.matches[0]?.reason ?? outcome.skipped()[0]?.reason;
}

describe("why a rule matches", () => {
  it.each<[string, Partial<RuleInput>, ResolveRequest, unknown]>([
    ["always", {}, {}, { kind: "always" }],
    [
      "a file of the request",
      { inclusion: "fileMatch", globs: ["b", "*.ts"] },
      { files: ["a.ts"] },
      { kind: "fileMatch", patterns: ["*.ts"] },
    ],
    [
      "an always rule of a directory with a file in it",
      { origin: { store: "fs", base: "web" } },
      { files: ["web/a.ts"] },
      { kind: "alwaysInside", base: "web" },
    ],
    ["asked for, manual", { inclusion: "manual" }, { include: ["style"] }, { kind: "requested", reference: "style" }],
    [
      "asked for, offered to the agent",
      { inclusion: "agentRequested" },
      { include: ["style"] },
      { kind: "requested", reference: "style" },
    ],
    [
      "asked for though no file matches",
      { inclusion: "fileMatch", globs: ["*.py"] },
      { include: ["style"] },
      { kind: "requested", reference: "style" },
    ],
    ["absolute without a search", { inclusion: "relevant", authority: "absolute" }, {}, { kind: "absolute" }],
  ])("%s", (_, input, request, reason) => {
    expect(why(input, request)).toEqual(reason);
  });

  it("found by search, with its score", () => {
    const scores = new Map([["project:style", 0.75]]);
    expect(why({ inclusion: "relevant" }, {}, { scores })).toEqual({ kind: "relevant", score: 0.75 });
    expect(why({ inclusion: "relevant", authority: "absolute" }, {}, { scores })).toEqual({ kind: "relevant", score: 0.75 });
  });
});

describe("why a rule does not match", () => {
  it.each<[string, Partial<RuleInput>, ResolveRequest, unknown]>([
    [
      "no file matches",
      { inclusion: "fileMatch", globs: ["*.ts"] },
      { files: ["a.js"] },
      { kind: "noFileMatched", globs: ["*.ts"] },
    ],
    ["there is no file", { inclusion: "fileMatch", globs: ["*.ts"] }, {}, { kind: "noFileMatched", globs: ["*.ts"] }],
    ["it has no pattern", { inclusion: "fileMatch" }, { files: ["a.ts"] }, { kind: "noGlobs" }],
    [
      "no file lies in its directory",
      { origin: { store: "fs", base: "web" } },
      { files: ["api/a.ts"] },
      { kind: "outsideBase", base: "web" },
    ],
    [
      "manual, and not asked for",
      { inclusion: "manual" },
      { include: ["styles"] },
      { kind: "notRequested", inclusion: "manual" },
    ],
    ["offered, and not asked for", { inclusion: "agentRequested" }, {}, { kind: "notRequested", inclusion: "agentRequested" }],
    ["nothing was searched", { inclusion: "relevant" }, {}, { kind: "noSearch" }],
  ])("%s", (_, input, request, reason) => {
    expect(why(input, request)).toEqual(reason);
  });

  it("a search did not find it", () => {
    expect(why({ inclusion: "relevant" }, {}, { scores: new Map([["project:other", 1]]) })).toEqual({ kind: "notRelevant" });
  });
});

/** The files that a rule with these patterns takes in. */
function match(globs: readonly string[], files: readonly string[], base?: string) {
  const origin = { store: "fs", ...(base !== undefined && { base }) };
  const rule = buildRule({ inclusion: "fileMatch", globs: [...globs], origin });
  return matchRules(new RuleIndex([rule]), { files }).matches[0]?.matchedFiles;
}

describe("matching by file", () => {
  it("names every file that the rule takes in, in the request's order, once each", () => {
    expect(match(["*.ts", "src/**"], ["src/b.ts", "x.py", "a.ts", "./src/b.ts", "src\\c.py"])).toEqual([
      "src/b.ts",
      "a.ts",
      "src/c.py",
    ]);
  });

  it("takes away what an exclusion matches, wherever it stands", () => {
    expect(match(["!**/gen/**", "*.ts"], ["gen/a.ts", "b.ts"])).toEqual(["b.ts"]);
    expect(match(["*.ts", "!b.*"], ["b.ts"])).toBeUndefined();
  });

  it("takes exclusions alone as all files but these", () => {
    expect(match(["!*.md"], ["a.ts", "b.md"])).toEqual(["a.ts"]);
    expect(match(["!*.md"], ["a.ts", "web/b.md", "web/c.ts"], "web")).toEqual(["web/c.ts"]);
  });

  it("reads patterns relative to the directory that the rule governs", () => {
    expect(match(["/src/*.ts"], ["src/a.ts", "web/src/a.ts"], "web")).toEqual(["web/src/a.ts"]);
  });

  it("names the patterns that matched, in the rule's own order", () => {
    const rule = buildRule({ inclusion: "fileMatch", globs: ["*.py", "a.*", "*.ts"] });
    expect(matchRules(new RuleIndex([rule]), { files: ["b.ts", "a.ts"] }).matches[0]?.reason).toEqual({
      kind: "fileMatch",
      patterns: ["a.*", "*.ts"],
    });
  });

  it("takes files from the request and from the conversation, relative to the root", () => {
    const findings = { files: ["/project/web/b.ts", "a.ts"], root: "/project" };
    expect(matchRules(new RuleIndex(), { files: ["a.ts", "/project"] }, findings).files).toEqual(["a.ts", "web/b.ts"]);
  });
});

describe("what was understood of a request", () => {
  it("counts an unknown name of `include` as unknown, and one from the prompt as no reference", () => {
    const outcome = matchRules(new RuleIndex([buildRule()]), { include: ["stile", "style"] }, { references: ["nothing"] });
    expect(outcome.requested).toEqual(["stile", "style", "nothing"]);
    expect(outcome.unknown).toEqual(["stile"]);
  });

  it("keeps its answer when the index changes afterwards", () => {
    const index = new RuleIndex([buildRule({ name: "a", inclusion: "manual" })]);
    const outcome = matchRules(index, {});
    index.remove("memory", "project:a");
    index.add(buildRule({ name: "b", origin: { store: "memory", overlay: true } }));
    expect(namesOf(outcome.skipped())).toEqual(["a"]);
    expect(outcome.evaluated).toBe(1);
  });
});

describe("a rule that is asked for", () => {
  const index = new RuleIndex([
    aFileRule(".precept/rules/api/testing.md", {
      inclusion: "manual",
      origin: { store: "fs", root: ".precept/rules", path: ".precept/rules/api/testing.md", label: true },
    }),
    aFileRule(".precept/rules/web/testing.md", {
      inclusion: "manual",
      origin: { store: "fs", root: ".precept/rules", path: ".precept/rules/web/testing.md", label: true },
    }),
    aFileRule(".precept/rules/style.mdc", { inclusion: "manual" }),
  ]);

  it.each([
    ["a name, also one that two files share", "testing", ["api/testing.md", "web/testing.md"]],
    ["an id", "project:.precept/rules/style.mdc", ["style.mdc"]],
    ["a path", ".precept/rules/web/testing.md", ["web/testing.md"]],
    ["a path without extension", ".precept/rules/web/testing", ["web/testing.md"]],
    ["a path in its root", "web/testing.md", ["web/testing.md"]],
    ["a path in its root without extension", "web/testing", ["web/testing.md"]],
    ["a Windows path", ".precept\\rules\\web\\testing.md", ["web/testing.md"]],
    ["a path that begins with a dot", "./.precept/rules/style.mdc", ["style.mdc"]],
    ["a glob over names", "sty*", ["style.mdc"]],
    ["a glob over paths in the root", "{api,web}/*.md", ["api/testing.md", "web/testing.md"]],
    ["a glob over paths in the project", ".precept/**/*.mdc", ["style.mdc"]],
    ["part of a name", "test", []],
    ["another case", "Style", []],
    ["a directory", "web", []],
  ])("is reached by %s", (_, reference, paths) => {
    const { matches } = matchRules(index, { include: [reference] });
    expect(matches.map(({ rule }) => rule.origin.path?.slice(".precept/rules/".length))).toEqual(paths);
  });
});

it("finds what looking at every rule finds", () => {
  const rules = ruleSet(["inclusion", "globs", "enabled"], { maxLength: 20 });
  fc.assert(
    fc.property(rules, fc.array(filePath, { maxLength: 5 }), (all, files) => {
      const expected = all.filter(
        (rule) =>
          rule.enabled &&
          (rule.inclusion === "always" ||
            (rule.inclusion === "fileMatch" && files.some((path) => rule.globs.some((glob) => matchesGlob(glob, path))))),
      );
      const { matches } = matchRules(new RuleIndex(all), { files });
      expect(new Set(matches.map(({ rule }) => rule.id))).toEqual(new Set(expected.map((rule) => rule.id)));
    }),
    { numRuns: 500 },
  );
});
