import { describe, expect, it } from "vitest";
import { RuleIndex } from "../match/rule-index.ts";
import type { DroppedRule, MatchReason, SkipReason } from "../model/resolution.ts";
import { resolve } from "../resolve/resolve.ts";
import { buildRule } from "../../test/rules.ts";
import { composeDebugSection } from "./debug-section.ts";
import { describeDrop, describeReason, describeSkip } from "./describe-reason.ts";
import { buildTrace, type Trace } from "./trace.ts";

const resolution = resolve(
  new RuleIndex([
    buildRule({ name: "style", content: "12345" }),
    buildRule({ name: "style", scope: "global" }),
    buildRule({ name: "cart", inclusion: "fileMatch", globs: ["src/**"], content: "123", priority: 60 }),
    buildRule({ name: "late", content: "1234", priority: 1 }),
    buildRule({ name: "secret", inclusion: "manual" }),
  ]),
  { files: ["src/a.ts"], id: "request-7", timestamp: "2026-01-02T03:04:05.000Z" },
  { budget: { characters: 10 } },
);

it("records all evaluated rules with reasons", () => {
  expect(buildTrace(resolution)).toEqual({
    requestId: "request-7",
    timestamp: "2026-01-02T03:04:05.000Z",
    stores: [],
    files: ["src/a.ts"],
    evaluated: ["cart", "style", "style", "secret", "late"],
    matched: [
      { name: "cart", scope: "project", reason: "file pattern matched: src/**", matchedFiles: ["src/a.ts"] },
      { name: "style", scope: "project", reason: "always included", matchedFiles: [] },
      { name: "late", scope: "project", reason: "always included", matchedFiles: [] },
      { name: "style", scope: "global", reason: "always included", matchedFiles: [] },
    ],
    skipped: [
      { name: "style", reason: "shadowed by the rule of the same name at project scope" },
      { name: "secret", reason: "manual, and not requested by name" },
    ],
    conflicts: [
      {
        names: ["style", "style"],
        kind: "shadowed",
        detail:
          '"style" is declared at project and at global scope; the project rule applies. Add `override: true` to it if this is intended.',
      },
    ],
    dropped: [{ name: "late", reason: "over the limit of characters", characters: 4, tokens: 1 }],
    requestable: [],
    final: ["cart", "style"],
    totalContentSize: 8,
    budget: {
      counter: { id: "estimate:4-characters", isExact: false },
      limits: [
        { name: "characters", appliesTo: "allRules", max: 10, source: "options" },
        { name: "dialectRules", appliesTo: "allRules", max: 64, source: "default" },
      ],
    },
  });
});

it("describes no more skipped rules than it lists", () => {
  const unlisted = {
    rule: buildRule({ name: "unlisted" }),
    get reason(): never {
      throw new Error("The reason of an unlisted rule was described.");
    },
  };
  const [first, ...others] = resolution.skipped;
  const skipped = [...(first === undefined ? [] : [first]), unlisted, ...others];
  const trace = buildTrace({ ...resolution, skipped }, { maxSkipped: 1 });
  expect(trace.skipped).toEqual(buildTrace(resolution).skipped.slice(0, 1));
  expect(trace.leftOut).toBe(skipped.length - 1);
  expect(trace.evaluated).toHaveLength(buildTrace(resolution).evaluated.length - others.length);
  expect(trace).toMatchObject({ final: ["cart", "style"], matched: [{}, {}, {}, {}], dropped: [{ name: "late" }] });
});

describe("the debug section", () => {
  it("shows the whole trace", () => {
    expect(composeDebugSection(buildTrace(resolution))).toMatchInlineSnapshot(`
      "---
      ## [DEBUG] Rule Evaluation Trace

      Request ID: request-7
      Evaluated: 5 rules
      Matched: 4 rules
      Final: 2 rules
      Total Size: 8 chars
      Token Counter: estimate:4-characters

      ### Triggered Rules

      - cart (project): file pattern matched: src/**
        Files: src/a.ts
      - style (project): always included
      - late (project): always included
      - style (global): always included

      ### Skipped Rules

      - style: shadowed by the rule of the same name at project scope
      - secret: manual, and not requested by name

      ### Dropped Rules

      - late: over the limit of characters (4 chars, ~1 token)

      ### Conflicts

      - style vs style: "style" is declared at project and at global scope; the project rule applies. Add \`override: true\` to it if this is intended.
      ---
      "
    `);
  });

  it("omits empty parts, and shortens a long list of skipped rules", () => {
    const trace: Trace = {
      ...buildTrace(resolve(new RuleIndex(), {})),
      skipped: Array.from({ length: 12 }, (_, at) => ({ name: `rule\n${at}`, reason: "disabled" })),
    };
    const section = composeDebugSection(trace);
    expect(section.match(/^###.*$/gm)).toEqual(["### Skipped Rules"]);
    expect(section.match(/^- .*$/gm)).toEqual([
      ...Array.from({ length: 10 }, (_, at) => `- rule ${at}: disabled`),
      "- … and 2 more",
    ]);
  });

  it("counts the rules that the trace leaves out", () => {
    const skipped = { name: "rule", reason: "disabled" };
    const trace: Trace = { ...buildTrace(resolve(new RuleIndex(), {})), evaluated: ["rule"], skipped: [skipped], leftOut: 5 };
    expect(composeDebugSection(trace).split("\n")).toEqual(
      expect.arrayContaining(["Evaluated: 6 rules", "- rule: disabled", "- … and 5 more"]),
    );
  });
});

describe("descriptions of reasons", () => {
  const files = ["a", "b", "c", "d"];

  it.each<[MatchReason, string]>([
    [{ kind: "always" }, "always included"],
    [{ kind: "alwaysInside", base: "web" }, "always included inside web (a, b, c and 1 more)"],
    [{ kind: "fileMatch", patterns: ["*.ts"] }, "file pattern matched: *.ts (a, b, c and 1 more)"],
    [{ kind: "requested", reference: "style" }, "requested by name: style"],
    [{ kind: "relevant", scores: { sparse: 0.5 } }, "relevant to the prompt (words 0.50)"],
    [{ kind: "relevant", scores: { sparse: 0.4, dense: 0.61 } }, "relevant to the prompt (words 0.40, meaning 0.61)"],
    [{ kind: "absolute" }, "absolute authority, always included"],
  ])("describes the match reason %j", (reason, words) => {
    expect(describeReason(reason, files)).toBe(words);
  });

  it("lists a few files completely", () => {
    expect(describeReason({ kind: "fileMatch", patterns: ["*"] }, ["a", "b", "c"])).toBe("file pattern matched: * (a, b, c)");
    expect(describeReason({ kind: "fileMatch", patterns: ["*"] })).toBe("file pattern matched: *");
  });

  it.each<[SkipReason, string]>([
    [{ kind: "disabled" }, "disabled"],
    [{ kind: "replacedByOverlay", by: "local:a" }, "replaced by the personal overlay's local:a"],
    [{ kind: "wrongTarget", targets: ["claude", "kiro"], tool: "cursor" }, "only for claude, kiro, not for cursor"],
    [{ kind: "wrongProject", project: "shop" }, "belongs to the project shop"],
    [{ kind: "wrongUser", user: "ann" }, "belongs to the user ann"],
    [{ kind: "wrongContext", contexts: ["a", "b"] }, "only in the context a or b"],
    [{ kind: "unmetCondition", variable: "tier" }, "its condition on tier is not met"],
    [{ kind: "inAgentContext", file: "AGENTS.md" }, "already in the prompt as AGENTS.md of the agent context"],
    [{ kind: "outsideBase", base: "web" }, "no file inside web"],
    [{ kind: "noFileMatched", globs: ["a", "b"] }, "no file matched a, b"],
    [{ kind: "noGlobs" }, "applies by file, but has no pattern"],
    [{ kind: "notRequested", inclusion: "manual" }, "manual, and not requested by name"],
    [{ kind: "notRequested", inclusion: "agentRequested" }, "offered by its description, but not requested"],
    [{ kind: "notRelevant" }, "not relevant to the prompt"],
    [{ kind: "noSearch" }, "applies only if a search finds it, but there was no search"],
    [{ kind: "overridden", by: "a", scope: "project" }, "overridden by the rule of the same name at project scope"],
    [{ kind: "shadowed", by: "a", scope: "user" }, "shadowed by the rule of the same name at user scope"],
  ])("describes the skip reason %j", (reason, words) => {
    expect(describeSkip(reason)).toBe(words);
  });

  it.each<[DroppedRule["limit"], string]>([
    ["characters", "over the limit of characters"],
    ["tokens", "over the limit of tokens"],
    ["rules", "over the number of rules"],
    ["dialectRules", "over the number of rules from other tools' files"],
    ["larger", "larger than the whole budget"],
  ])("describes the limit %j", (limit, words) => {
    expect(describeDrop(limit)).toBe(words);
  });
});
