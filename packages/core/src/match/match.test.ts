import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ResolveRequest } from "../model/request.ts";
import type { RuleInput } from "../model/rule.ts";
import { filePath, ruleSet } from "../../test/arbitraries.ts";
import { buildFileRule, buildRule, namesOf } from "../../test/rules.ts";
import { matchesGlob } from "../glob/glob.ts";
import { matchRules, type MatchContext } from "./match.ts";
import { RuleIndex } from "./rule-index.ts";

/** The reason why a rule matches or does not. */
function reasonFor(input: Partial<RuleInput>, request: ResolveRequest = {}, context?: MatchContext) {
  const outcome = matchRules(new RuleIndex([buildRule(input)]), request, context);
  return outcome.matches[0]?.reason ?? outcome.skipped()[0]?.reason;
}

describe("a rule matches if", () => {
  it.each<[string, Partial<RuleInput>, ResolveRequest, unknown]>([
    ["it is always included", {}, {}, { kind: "always" }],
    [
      "a file of the request matches its globs",
      { inclusion: "fileMatch", globs: ["b", "*.ts"] },
      { files: ["a.ts"] },
      { kind: "fileMatch", patterns: ["*.ts"] },
    ],
    [
      "it is always included and a file of the request is in its directory",
      { origin: { store: "fs", base: "web" } },
      { files: ["web/a.ts"] },
      { kind: "alwaysInside", base: "web" },
    ],
    ["it is manual and requested", { inclusion: "manual" }, { include: ["style"] }, { kind: "requested", reference: "style" }],
    [
      "it is agent-requested and requested",
      { inclusion: "agentRequested" },
      { include: ["style"] },
      { kind: "requested", reference: "style" },
    ],
    [
      "it is requested, even if no file matches",
      { inclusion: "fileMatch", globs: ["*.py"] },
      { include: ["style"] },
      { kind: "requested", reference: "style" },
    ],
    [
      "it has absolute authority and there was no search",
      { inclusion: "relevant", authority: "absolute" },
      {},
      { kind: "absolute" },
    ],
    [
      "it has absolute authority and a file of the request is in its directory",
      { inclusion: "relevant", authority: "absolute", origin: { store: "fs", base: "web" } },
      { files: ["web/a.ts"] },
      { kind: "absolute" },
    ],
  ])("%s", (_, input, request, reason) => {
    expect(reasonFor(input, request)).toEqual(reason);
  });

  it("a search finds it; the reason has the score", () => {
    const relevanceOf = () => ({ scores: { sparse: 0.75 }, isRelevant: true });
    expect(reasonFor({ inclusion: "relevant" }, {}, { relevanceOf })).toEqual({ kind: "relevant", scores: { sparse: 0.75 } });
    expect(reasonFor({ inclusion: "relevant", authority: "absolute" }, {}, { relevanceOf })).toEqual({
      kind: "relevant",
      scores: { sparse: 0.75 },
    });
  });
});

describe("a rule does not match if", () => {
  it.each<[string, Partial<RuleInput>, ResolveRequest, unknown]>([
    [
      "no file matches",
      { inclusion: "fileMatch", globs: ["*.ts"] },
      { files: ["a.js"] },
      { kind: "noFileMatched", globs: ["*.ts"] },
    ],
    ["the request has no files", { inclusion: "fileMatch", globs: ["*.ts"] }, {}, { kind: "noFileMatched", globs: ["*.ts"] }],
    ["it has no pattern", { inclusion: "fileMatch" }, { files: ["a.ts"] }, { kind: "noGlobs" }],
    [
      "no file is in its directory",
      { origin: { store: "fs", base: "web" } },
      { files: ["api/a.ts"] },
      { kind: "outsideBase", base: "web" },
    ],
    [
      "it has absolute authority, but no file is in its directory",
      { inclusion: "relevant", authority: "absolute", origin: { store: "fs", base: "web" } },
      { files: ["api/a.ts"] },
      { kind: "outsideBase", base: "web" },
    ],
    [
      "it is manual and not requested",
      { inclusion: "manual" },
      { include: ["styles"] },
      { kind: "notRequested", inclusion: "manual" },
    ],
    [
      "it is agent-requested and not requested",
      { inclusion: "agentRequested" },
      {},
      { kind: "notRequested", inclusion: "agentRequested" },
    ],
    ["there was no search", { inclusion: "relevant" }, {}, { kind: "noSearch" }],
  ])("%s", (_, input, request, reason) => {
    expect(reasonFor(input, request)).toEqual(reason);
  });

  it("a search did not find it", () => {
    expect(reasonFor({ inclusion: "relevant" }, {}, { relevanceOf: () => undefined })).toEqual({
      kind: "notRelevant",
    });
  });
});

/** The files that a rule with these globs matches. */
function match(globs: readonly string[], files: readonly string[], base?: string) {
  const origin = { store: "fs", ...(base !== undefined && { base }) };
  const rule = buildRule({ inclusion: "fileMatch", globs: [...globs], origin });
  return matchRules(new RuleIndex([rule]), { files }).matches[0]?.matchedFiles;
}

describe("matching by file", () => {
  it("returns the matched files without duplicates, in the order of the request", () => {
    expect(match(["*.ts", "src/**"], ["src/b.ts", "x.py", "a.ts", "./src/b.ts", "src\\c.py"])).toEqual([
      "src/b.ts",
      "a.ts",
      "src/c.py",
    ]);
  });

  it("removes excluded files, regardless of the order of globs", () => {
    expect(match(["!**/gen/**", "*.ts"], ["gen/a.ts", "b.ts"])).toEqual(["b.ts"]);
    expect(match(["*.ts", "!b.*"], ["b.ts"])).toBeUndefined();
  });

  it("matches all other files if there are only exclusions", () => {
    expect(match(["!*.md"], ["a.ts", "b.md"])).toEqual(["a.ts"]);
    expect(match(["!*.md"], ["a.ts", "web/b.md", "web/c.ts"], "web")).toEqual(["web/c.ts"]);
  });

  it("reads globs relative to the base directory of the rule", () => {
    expect(match(["/src/*.ts"], ["src/a.ts", "web/src/a.ts"], "web")).toEqual(["web/src/a.ts"]);
  });

  it.each([
    [["!*.md"], ["**"]],
    [["!*.md", "*.ts"], ["*.ts"]],
  ])("names the matching globs of %j: %j", (globs, patterns) => {
    const rule = buildRule({ inclusion: "fileMatch", globs });
    const [first] = matchRules(new RuleIndex([rule]), { files: ["a.ts", "b.md"] }).matches;
    expect(first).toMatchObject({ reason: { kind: "fileMatch", patterns }, matchedFiles: ["a.ts"] });
  });

  it("returns the matching globs in the order of the rule", () => {
    const rule = buildRule({ inclusion: "fileMatch", globs: ["*.py", "a.*", "*.ts"] });
    expect(matchRules(new RuleIndex([rule]), { files: ["b.ts", "a.ts"] }).matches[0]?.reason).toEqual({
      kind: "fileMatch",
      patterns: ["a.*", "*.ts"],
    });
  });

  it("combines the files of the request and the conversation, relative to the root", () => {
    const context = { files: ["/project/web/b.ts", "a.ts"], root: "/project" };
    expect(matchRules(new RuleIndex(), { files: ["a.ts", "/project"] }, context).files).toEqual(["a.ts", "web/b.ts"]);
  });
});

describe("the references of a request", () => {
  it("reports unknown names of `include`, but not of the prompt", () => {
    const outcome = matchRules(new RuleIndex([buildRule()]), { include: ["stile", "style"] }, { references: ["nothing"] });
    expect(outcome.requested).toEqual(["stile", "style", "nothing"]);
    expect(outcome.unknown).toEqual(["stile"]);
  });

  it("returns a result that later changes to the index do not affect", () => {
    const index = new RuleIndex([buildRule({ name: "a", inclusion: "manual" })]);
    const outcome = matchRules(index, {});
    index.remove("memory", "project:a");
    index.add(buildRule({ name: "b", origin: { store: "memory", overlay: true } }));
    expect(namesOf(outcome.skipped())).toEqual(["a"]);
    expect(outcome.evaluated).toBe(1);
  });
});

describe("a requested rule", () => {
  const index = new RuleIndex([
    buildFileRule(".precept/rules/api/testing.md", {
      inclusion: "manual",
      origin: { store: "fs", root: ".precept/rules", path: ".precept/rules/api/testing.md", label: true },
    }),
    buildFileRule(".precept/rules/web/testing.md", {
      inclusion: "manual",
      origin: { store: "fs", root: ".precept/rules", path: ".precept/rules/web/testing.md", label: true },
    }),
    buildFileRule(".precept/rules/style.mdc", { inclusion: "manual" }),
  ]);

  it.each([
    ["a name, even if two files share it", "testing", ["api/testing.md", "web/testing.md"]],
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
  ])("is found by %s", (_, reference, paths) => {
    const { matches } = matchRules(index, { include: [reference] });
    expect(matches.map(({ rule }) => rule.origin.path?.slice(".precept/rules/".length))).toEqual(paths);
  });
});

it("finds the same rules as evaluating each of them", () => {
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

it("does not mention rules of other sessions", () => {
  const rules = ["one", "two"].map((session) =>
    buildRule({ id: session, name: session, scope: "session", origin: { store: "session", session } }),
  );
  const outcome = matchRules(new RuleIndex(rules), { session: "one", include: ["two"] });
  expect(outcome.matches.map(({ rule }) => rule.name)).toEqual(["one"]);
  expect([outcome.skipped(), outcome.evaluated, outcome.unknown]).toEqual([[], 1, ["two"]]);
});
