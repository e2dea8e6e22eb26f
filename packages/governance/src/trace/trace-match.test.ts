import { describe, expect, it } from "vitest";
import { buildPolicy, sha256 } from "../../test/policies.ts";
import type { Subject } from "../model/subject.ts";
import { traceMatch } from "./trace-match.ts";

function stepsOf(match: object, subject: Subject, context = {}): readonly string[] {
  return traceMatch(buildPolicy({ match }), subject, { hash: sha256, context }).map(
    ({ path, result, found }) => `${path} ${[result, ...found.map(({ line, column }) => `${line}:${column}`)].join(" ")}`,
  );
}

const command = (text: string): Subject => ({ kind: "command", text });

describe("the steps of a policy", () => {
  it("add the keys of a command up to the first one that no command meets", () => {
    const match = { command: { program: "git", subcommand: "push", flags: "--force", operands: "^main$" } };
    expect(stepsOf(match, command("git push --force origin main"))).toEqual([
      "match.command.program holds 1:1",
      "match.command.subcommand holds 1:1",
      "match.command.flags holds 1:1",
      "match.command.operands holds 1:1",
    ]);
    expect(stepsOf(match, command("git push origin main; rm --force"))).toEqual([
      "match.command.program holds 1:1",
      "match.command.subcommand holds 1:1",
      "match.command.flags fails",
    ]);
  });

  it("evaluate each condition of a block alone", () => {
    const match = {
      pattern: String.raw`key = (\w+)`,
      min_entropy: 3,
      unless: "example",
      keywords: ["secret"],
      file_patterns: "*.py",
      context_filter: { agent_type: "Reviewer", ci: "none" },
    };
    expect(stepsOf(match, { text: "key = aaaa", file: "a.py" }, { ci: "none" })).toEqual([
      "match.file_patterns holds",
      "match.context_filter fails",
      "match.context_filter holds",
      "match.keywords fails",
      "match.pattern holds 1:1",
      "match.min_entropy fails",
    ]);
  });

  it("show nested blocks, and whether they hold together", () => {
    const match = { any: [{ keywords: ["a"] }, { pattern: "b" }], absent: { tool: "Read" } };
    expect(stepsOf(match, { text: "b" })).toEqual([
      "match.any[0].keywords fails",
      "match.any[1].pattern holds 1:1",
      "match.any holds 1:1",
      "match.absent[0].tool fails",
      "match.absent holds",
    ]);
  });

  it("show the condition as a policy file contains it", () => {
    const policy = buildPolicy({ match: { command: [{ program: "rm", flags: [["-r", "-R"]] }, { output: "^/etc/" }] } });
    const steps = traceMatch(policy, command("rm -r a"), { hash: sha256 });
    expect(steps.map(({ condition }) => condition)).toEqual([["rm"], [["-r", "-R"]], "^/etc/"]);
  });

  it("mark a condition that could not be evaluated", () => {
    const runner = { run: () => [{ kind: "indeterminate", reason: "too slow" } as const] };
    const policy = buildPolicy({ severity: "CRITICAL", match: { pattern: "a" } });
    expect(traceMatch(policy, { text: "a" }, { hash: sha256, runner })).toMatchObject([{ result: "unknown" }]);
  });
});
