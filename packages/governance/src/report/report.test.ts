import { toGitHubAnnotations, toSarif } from "@precept/lint";
import { describe, expect, it } from "vitest";
import { createBaseline } from "../suppress/baseline.ts";
import { buildPolicy, check, policyMatching } from "../../test/policies.ts";
import { toWireDecision } from "../wire/decision.ts";
import { findingRulesOf, findingsOf } from "./decision-findings.ts";
import { decisionRows } from "./decision-rows.ts";

const policies = [
  policyMatching("bad", {
    id: "BAD",
    severity: "CRITICAL",
    category: "security",
    message: "Bad: {match}.",
    suggestion: "Be good.",
  }),
  policyMatching("ugly", { id: "UGLY", severity: "LOW", metadata: { doc_url: "https://example.com/ugly" } }),
  policyMatching("odd", { id: "ODD", severity: "MEDIUM", mode: "shadow" }),
  buildPolicy({ id: "QUIET", phase: "REVIEW", metadata: { doc_url: "https://github.com/.../RULE ENGINE.md" } }),
];
const text = "bad\n// precept-ignore UGLY -- a joke\nugly\nodd\nbad 2 // precept-ignore UNKNOWN -- x\n";
const file = "src/a.ts";
const baseline = createBaseline(check(policies, { text: "bad", file }).violations);
const decision = check(policies, { text, file }, { baseline });

describe("a decision", () => {
  it("as findings has violations, accepted and shadowed violations, and diagnostics", () => {
    expect(findingsOf(decision).map(({ code, level, line, suppression }) => [code, level, line, suppression?.kind])).toEqual([
      ["BAD", "error", 5, undefined],
      ["UGLY", "info", 3, "inSource"],
      ["BAD", "error", 1, "external"],
      ["ODD", "none", 4, undefined],
      ["suppression/unknown-policy", "warning", 5, undefined],
    ]);
  });

  it("as SARIF declares every policy, even without violations", () => {
    expect(toSarif(findingsOf(decision), findingRulesOf(policies), { name: "precept" })).toMatchObject({
      runs: [
        {
          tool: {
            driver: {
              rules: [
                {
                  id: "BAD",
                  shortDescription: { text: "Bad: {match}." },
                  defaultConfiguration: { level: "error" },
                  help: { text: "Be good." },
                  properties: {
                    tags: ["security", "ANALYSIS", "TASKS", "IMPLEMENTATION", "REVIEW", "TEST"],
                    "security-severity": "9.5",
                  },
                },
                { id: "UGLY", defaultConfiguration: { level: "note" }, helpUri: "https://example.com/ugly" },
                { id: "ODD", defaultConfiguration: { level: "warning" } },
                { id: "QUIET", defaultConfiguration: { level: "warning" } },
                { id: "suppression/unknown-policy", defaultConfiguration: { level: "warning" } },
              ],
            },
          },
          results: [
            { ruleId: "BAD", suppressions: [] },
            {
              ruleId: "UGLY",
              suppressions: [{ kind: "inSource", justification: "a joke", status: "accepted" }],
              partialFingerprints: { "precept/v1": decision.accepted[0]?.violation.fingerprint },
            },
            { ruleId: "BAD", suppressions: [{ kind: "external", status: "accepted" }] },
            { ruleId: "ODD", kind: "informational" },
            { ruleId: "suppression/unknown-policy" },
          ],
        },
      ],
    });
  });

  it("has a help page only if `doc_url` is a URL", () => {
    expect(findingRulesOf(policies).map(({ page }) => page)).toEqual([
      undefined,
      "https://example.com/ugly",
      undefined,
      undefined,
    ]);
  });

  it("as annotations omits accepted violations", () => {
    expect(toGitHubAnnotations(findingsOf(decision))).toEqual([
      "::error file=src/a.ts,line=5,endLine=5,col=1,endColumn=3,title=BAD::Bad: bad.%0ABe good.",
      expect.stringContaining("::warning file=src/a.ts,line=5,col=10,title=suppression/unknown-policy::"),
      "::notice file=src/a.ts,line=4,endLine=4,col=1,endColumn=3,title=ODD::Broken.",
    ]);
  });

  it("as a table has one row for each violation, shadowed ones last", () => {
    expect(decisionRows(decision)).toEqual([
      {
        location: "src/a.ts:5:1",
        action: "TERMINATE",
        isShadow: false,
        label: "TERMINATE",
        priority: "P0",
        policy: "BAD",
        message: "Bad: bad.",
        suggestion: "Be good.",
      },
      {
        location: "src/a.ts:4:1",
        action: "LOG_ONLY",
        isShadow: true,
        label: "LOG_ONLY (shadow)",
        priority: "P2",
        policy: "ODD",
        message: "Broken.",
        suggestion: "",
      },
    ]);
    expect(decisionRows(check([policyMatching("x")], "x"))[0]?.location).toBe("1:1");
  });

  it("as JSON has the wire format, with null for missing values", () => {
    const wire = toWireDecision(decision);
    expect(wire).toMatchObject({
      action: "TERMINATE",
      violations: [
        {
          rule_id: "BAD",
          version: "1.0.0",
          severity: "CRITICAL",
          priority: "P0",
          handler: "TERMINATE",
          category: "security",
          phase: null,
          subject: "file",
          file,
          line: 5,
          column: 1,
          end_line: 5,
          end_column: 4,
          excerpt: "bad 2 // precept-ignore UNKNOWN -- x",
          message: "Bad: bad.",
          suggestion: "Be good.",
          indeterminate: null,
        },
      ],
      accepted: [
        { rule_id: "UGLY", accepted_by: "suppression", accepted_reason: "a joke" },
        { rule_id: "BAD", accepted_by: "baseline", accepted_reason: null },
      ],
      shadowed: [{ rule_id: "ODD" }],
      passed: [],
      skipped: [
        { rule_id: "QUIET", reason: "declared", detail: "has no `match` to check" },
        { rule_id: "ODD", reason: "shadow", detail: "is in shadow mode and would be violated once" },
        { rule_id: "UGLY", reason: "suppressed", detail: "is suppressed in the text, once" },
      ],
      diagnostics: [{ code: "suppression/unknown-policy", line: 5 }],
    });
    expect(JSON.parse(JSON.stringify(wire))).toEqual(wire);
  });
});
