import { pathToFileURL } from "node:url";
import { tmpdir } from "node:os";
import { evaluate, parsePolicies, type Subject } from "@precept/governance";
import { afterAll, describe, expect, it } from "vitest";
import { createBoundedRunner } from "../runner/pattern-runner.ts";
import { createSyntaxMatcher } from "./syntax-matcher.ts";

const matcher = createSyntaxMatcher();
afterAll(() => matcher[Symbol.asyncDispose]());

function decisionOn(syntax: string, subject: Subject, findSyntax = matcher.findSyntax) {
  const { policies, diagnostics } = parsePolicies(
    `{ id: A-1, severity: HIGH, message: "{match}", match: { syntax: ${syntax} } }`,
  );
  expect(diagnostics).toEqual([]);
  const runner = { ...createBoundedRunner(), findSyntax };
  return evaluate(
    policies.map(({ policy }) => policy),
    subject,
    { hash: (text) => text, runner },
  );
}

function foundIn(syntax: string, text: string, file: string): readonly string[] {
  return decisionOn(syntax, { text, file }).violations.map(({ line, column, match }) => `${line}:${column} ${match}`);
}

const runs = String.raw`{ language: [javascript, typescript, python], pattern: $F($$$A), where: { F: '^(eval|child_process\.exec(Sync)?|os\.system)$' } }`;

describe("a syntax condition", () => {
  it.each([
    ["a.js", "// eval(a)\nconst s = 'eval(b)'; eval(c);", "2:22 eval(c)"],
    ["a.tsx", "const a = <b title='eval(x)'>{eval(x)}</b>;", "1:31 eval(x)"],
    ["a.ts", 'import { exec as run } from "node:child_process";\nrun(`git ${a}`);', "2:1 run(`git ${a}`)"],
    ["a.mjs", 'import * as cp from "child_process";\ncp.execSync(a);', "2:1 cp.execSync(a)"],
    ["a.cjs", 'const { exec: go } = require("child_process");\ngo(a);', "2:1 go(a)"],
    ["a.js", 'const cp = require("child_process"), e = cp.exec;\nconst f = e; f(a);', "2:14 f(a)"],
    ["a.js", "const found = pattern.exec(text);", undefined],
    ["a.py", "from os import system as s\ns(a)  # os.system(b)", "2:1 s(a)"],
    ["a.py", "import os as o\no.system(a)", "2:1 o.system(a)"],
    ["a.md", "eval(a)", undefined],
    ["a.js", "const a = b; const b = a; a(eval);", undefined],
  ])("finds in %s what runs, under any name: %s", (file, text, expected) => {
    expect(foundIn(runs, text, file)).toEqual(expected === undefined ? [] : [expected]);
  });

  it.each([
    ["{ language: go, pattern: exec.Command($$$A) }", "a.go", "package p\nfunc f() { exec.Command(a, b) }", "2:12"],
    [
      "{ language: go, pattern: $X.Foo(), where: { X: '^exec$' } }",
      "a.go",
      'package p\nimport e "os/exec"\nfunc f() { e.Foo() }',
      "3:12",
    ],
    [
      "{ language: java, pattern: Runtime.getRuntime().exec($$$A) }",
      "A.java",
      "class A { void f() { Runtime.getRuntime().exec(a); } }",
      "1:22",
    ],
    ["{ language: shell, pattern: eval $A }", "a.sh", "echo eval x\neval $x", "2:1"],
    [
      "{ language: python, pattern: print($$$A), inside: { kind: function_definition } }",
      "a.py",
      "print(1)\ndef f():\n  print(2)",
      "3:3",
    ],
    ["{ language: javascript, pattern: q($$$A), has: { kind: template_substitution } }", "a.js", "q('a'); q(`${b}`)", "1:9"],
    [
      "{ language: javascript, pattern: q($$$A), not: { inside: { kind: try_statement } } }",
      "a.js",
      "q(1); try { q(2) } catch {}",
      "1:1",
    ],
    ["{ language: typescript, pattern: [a($$$), b($$$)], not: [a(1), { has: c }] }", "a.ts", "a(1); b(c); b(2)", "1:13"],
  ])("%s", (syntax, file, text, location) => {
    expect(foundIn(syntax, text, file).map((one) => one.split(" ")[0])).toEqual([location]);
  });

  it("has the metavariables as groups", () => {
    const { violations } = decisionOn("{ language: javascript, pattern: '$F($A, $$$REST)' }", {
      text: "f(1, 2, 3)",
      file: "a.js",
    });
    expect(violations[0]?.groups).toEqual({ F: "f", A: "1", REST: "2, 3" });
  });

  it("counts a text without a file as code of the first language, and a prompt as none", () => {
    expect(decisionOn(runs, { text: "eval(a)" }).violations).toHaveLength(1);
    expect(decisionOn(runs, { text: "eval(a)", kind: "prompt" }).violations).toHaveLength(0);
  });

  it("cannot be checked in a file with a syntax error, unless it finds something", () => {
    const broken = decisionOn("{ language: javascript, pattern: eval($A) }", {
      text: "function ( {\n// eval(x)\n ]",
      file: "a.js",
    });
    expect(broken.violations).toMatchObject([{ indeterminate: "the code has a syntax error in line 1", action: "ASK" }]);
    expect(foundIn("{ language: javascript, pattern: eval($A) }", "const a = ;;; eval(x) ]]]", "a.js")).toEqual(["1:15 eval(x)"]);
    const fragment = decisionOn("{ language: javascript, pattern: eval($A) }", {
      text: "} // eval(x)",
      file: "a.js",
      fragment: true,
    });
    expect(fragment.violations).toEqual([]);
  });

  it("is bounded in size and CPU time", async () => {
    await using small = createSyntaxMatcher({ maxTextLength: 5 });
    const long = decisionOn("{ language: javascript, pattern: eval($A) }", { text: "eval(x)", file: "a.js" }, small.findSyntax);
    expect(long.violations).toMatchObject([{ indeterminate: "the code is longer than 5 characters" }]);
    await using hasty = createSyntaxMatcher({ budget: -1 });
    const slow = decisionOn("{ language: javascript, pattern: eval($A) }", { text: "eval(x)", file: "a.js" }, hasty.findSyntax);
    expect(slow.violations).toMatchObject([{ indeterminate: "searching the code took too long" }]);
  });

  it("is skipped with a warning where its package is not installed", async () => {
    await using elsewhere = createSyntaxMatcher({ base: pathToFileURL(`${tmpdir()}/a.js`).href });
    const decision = decisionOn("{ language: go, pattern: eval($A) }", { text: "eval(x)", file: "a.go" }, elsewhere.findSyntax);
    const cause = "the package @ast-grep/napi is not installed";
    expect(decision).toMatchObject({ action: "PASS", skipped: [{ reason: { kind: "unavailable", cause } }] });
    expect(decision.diagnostics).toMatchObject([{ code: "check/unavailable", message: `A-1 is not checked: ${cause}.` }]);
  });
});
