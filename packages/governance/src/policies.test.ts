import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { readYamlTree } from "@precept/core";
import Ajv2020 from "ajv/dist/2020.js";
import { expect, describe, it } from "vitest";
import { evaluate } from "./evaluate/evaluate.ts";
import { joinDecisions } from "./evaluate/join-decisions.ts";
import { readHookPayload } from "./hooks/hook-payload.ts";
import type { Decision } from "./model/decision.ts";
import { policyFileJsonSchema } from "./model/json-schema.ts";
import { parsePolicies } from "./parse/parse-policies.ts";
import { createPolicySet } from "./policy-set/policy-set.ts";
import { sha256 } from "../test/policies.ts";
import { toWirePolicy } from "./wire/policy.ts";
import { patternsOf } from "./prepare/prepare-policies.ts";
import { readPolicy } from "./parse/read-policy.ts";
import { checkPattern } from "./prefilter/check-pattern.ts";

const dir = join(import.meta.dirname, "../policies");
const files = await readdir(dir);
const parsed = await Promise.all(files.map(async (file) => parsePolicies(await readFile(join(dir, file), "utf8"), file)));
const { set, diagnostics } = createPolicySet(parsed.flatMap(({ policies }) => policies));

function decideOn(payload: unknown): Decision {
  const read = readHookPayload(payload);
  if (read === undefined) throw new Error("No payload");
  return joinDecisions(read.subjects.map((subject) => evaluate(set.policies, subject, { hash: sha256, context: read.context })));
}

const bash = (command: string) => ({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } });

it("the policy in the README passes its tests", async () => {
  const readme = await readFile(join(dir, "../README.md"), "utf8");
  const [, yaml = ""] = /```yaml\n([^]*?)```/.exec(readme) ?? [];
  const parsedExample = parsePolicies(yaml, "README.md");
  const { policies } = parsedExample;
  expect([policies.length, ...parsedExample.diagnostics, ...createPolicySet(policies).diagnostics]).toEqual([1]);
});

describe("the starter policies", () => {
  it("are read without diagnostics and pass their own tests", () => {
    expect(parsed.flatMap((one) => one.diagnostics)).toEqual([]);
    expect(diagnostics).toEqual([]);
    expect(set.policies.length).toBe(parsed.flatMap(({ policies }) => policies).length);
    expect(files.length).toBeGreaterThanOrEqual(12);
  });

  it.each(["> /etc/passwd", ">/etc/passwd", "cd /tmp && >| /etc/passwd", "sudo sh -c '> /etc/passwd'", "f=/etc/passwd; > $f"])(
    "see a system file that is emptied without a program: %s",
    (command) => {
      expect(decideOn(bash(command)).violations.map(({ policy }) => policy)).toContain("SHELL-DELETE-OUTSIDE");
    },
  );

  it("are valid by the JSON Schema", async () => {
    const validate = new Ajv2020.default({ strict: false }).compile(policyFileJsonSchema());
    for (const file of files) {
      const tree = readYamlTree(await readFile(join(dir, file), "utf8"), file);
      expect([file, "value" in tree && validate(tree.value), validate.errors]).toEqual([file, true, null]);
    }
    expect(validate([{ id: "A", severity: "LOW", mesage: "m" }])).toBe(false);
    expect(validate({ rules: [{ rule: { id: "A", severity: "LOW", message: "m" } }] })).toBe(true);
  });

  it("each have at least three tests of both kinds and a description", () => {
    for (const { id, tests, metadata } of set.policies) {
      expect([id, tests.valid.length >= 3, tests.invalid.length >= 3]).toEqual([id, true, true]);
      expect([id, typeof metadata["description"]]).toEqual([id, "string"]);
    }
  });

  it("about commands have hook payloads among their invalid tests", () => {
    const subjectsOf = ({ match }: (typeof set.policies)[number]) => [match.contextFilter["subject"] ?? []].flat();
    const silent = set.policies.filter(
      (policy) =>
        subjectsOf(policy).some((subject) => subject === "command" || subject === "tool") &&
        !policy.tests.invalid.some((test) =>
          (test.kind === "sequence" ? test.steps : [test]).some(({ kind }) => kind === "hook"),
        ),
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it("have no pattern with a ReDoS risk", () => {
    const patterns = set.policies.flatMap(patternsOf);
    const refused = patterns.filter(({ source, flags }) => checkPattern(source, flags).status === "refused");
    expect(refused.map(({ id }) => id)).toEqual([]);
  });

  it("survive a round trip over the wire", () => {
    for (const policy of set.policies) expect(readPolicy(structuredClone(toWirePolicy(policy))).policy).toEqual(policy);
  });

  it.each(["rm -rf /", "sudo rm -rf ~/x", "rm -fr $HOME/", "cd / && rm -r *", "rm -rf --no-preserve-root /"])(
    "stop %s",
    (command) => {
      const { action, violations } = decideOn(bash(command));
      expect([action, violations.map(({ policy }) => policy)]).toEqual([
        "TERMINATE",
        expect.arrayContaining(["SHELL-DELETE-OUTSIDE"]),
      ]);
    },
  );

  it.each(["rm foo-rf", "rm -rf node_modules", "npm ci", "git push", "ls -la /", "grep -rf patterns.txt src"])(
    "let %s pass",
    (command) => {
      expect(decideOn(bash(command))).toMatchObject({ action: "PASS", violations: [] });
    },
  );

  it("cannot be suppressed in the command itself", () => {
    expect(decideOn(bash("rm -rf / # precept-ignore SHELL-DELETE-OUTSIDE -- it is fine")).action).toBe("TERMINATE");
  });

  it("never show a secret in full", () => {
    const secret = ["AK", "IAZ5GTUWXQ2LMN8PRS"].join("");
    const decision = decideOn({
      hook_event_name: "PreToolUse",
      tool_name: "Write",
      tool_input: { file_path: "a.ts", content: `const key = "${secret}";` },
    });
    expect(decision.violations).toMatchObject([
      { policy: "SECRET-AWS-KEY", excerpt: 'const key = "AKIA…";', length: secret.length },
    ]);
    expect(JSON.stringify(decision)).not.toContain(secret);
  });

  it("report nothing in ordinary work", () => {
    const content =
      'import { sum } from "./sum.ts";\n\nexport function total(cart: Cart): number {\n  return sum(cart.items);\n}\n';
    for (const payload of [
      { hook_event_name: "PreToolUse", tool_name: "Write", tool_input: { file_path: "src/cart.ts", content } },
      { hook_event_name: "UserPromptSubmit", prompt: "Fix the cart total, and say what you did." },
      { hook_event_name: "Stop", last_assistant_message: "The total is right now." },
    ]) {
      expect(decideOn(payload)).toMatchObject({ action: "PASS", violations: [], shadowed: [], diagnostics: [] });
    }
  });
});
