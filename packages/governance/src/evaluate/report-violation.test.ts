import { expect, it } from "vitest";
import { buildPolicy, sha256 } from "../../test/policies.ts";
import { reportViolation } from "./report-violation.ts";

const policy = buildPolicy({
  id: "CONSTITUTION-001",
  severity: "CRITICAL",
  phase: "ANALYSIS",
  message: "An agent suggested {match}",
});

it("a reported violation has the priority, the message and the action of its policy", () => {
  const location = { file: "plan.md", line: 7, column: 3, text: "a cache" };
  expect(reportViolation(policy, location, { hash: sha256, phase: "ANALYSIS" })).toMatchObject({
    policy: "CONSTITUTION-001",
    priority: "P0",
    action: "TERMINATE",
    phase: "ANALYSIS",
    subject: "file",
    file: "plan.md",
    line: 7,
    column: 3,
    endLine: 7,
    endColumn: 10,
    match: "a cache",
    excerpt: "a cache",
    message: "An agent suggested a cache",
  });
});

it("has the reported location, and can span lines", () => {
  expect(reportViolation(policy, {}, { hash: sha256 })).toMatchObject({
    subject: "text",
    line: 1,
    column: 1,
    endColumn: 1,
    match: "",
  });
  expect(reportViolation(policy, { line: 4, column: 9, text: "a\nbc" }, { hash: sha256 })).toMatchObject({
    endLine: 5,
    endColumn: 3,
  });
});

it("has the same fingerprint for the same text in the same file", () => {
  const one = reportViolation(policy, { file: "a", line: 1, text: "x  y" }, { hash: sha256 });
  const other = reportViolation(policy, { file: "a", line: 9, text: "x y" }, { hash: sha256 });
  expect(one.fingerprint).toBe(other.fingerprint);
  expect(reportViolation(policy, { file: "b", text: "x y" }, { hash: sha256 }).fingerprint).not.toBe(one.fingerprint);
});
