import { describe, expect, it } from "vitest";
import { parseNativeRule, createRule } from "@precept/core";
import { checkRules, type RuleCheckOptions } from "./check-rules.ts";

const head = (name: string, more = ""): string => `---\nname: ${name}\ndescription: About ${name}\n${more}---\n\n`;

/** The diagnostics of native rule files, with their locations. */
function found(files: Readonly<Record<string, string>>, options: Omit<RuleCheckOptions, "textOf"> = {}): string[] {
  const rules = Object.entries(files).map(([path, text]) => {
    const { draft } = parseNativeRule({ text, path, file: path });
    if (draft === undefined) throw new Error(`${path} holds no rule.`);
    const { label: _label, ...fields } = draft;
    return createRule({ ...fields, id: `project:${path}`, origin: { store: "fs", path } });
  });
  const textOf: RuleCheckOptions["textOf"] = ({ origin }) => files[origin.path ?? ""];
  return checkRules(rules, { ...options, textOf }).map(
    ({ file, line, column, code, message }) => `${file}:${line}:${column} ${code} ${message}`,
  );
}

describe("checkRules", () => {
  it("reports contradictions with both locations", () => {
    const files = {
      "a.md": `${head("a")}# Exports\n\n- Text.\n- Always use named exports.\n`,
      "b.md": `${head("b")}Never use named exports.\n`,
    };
    expect(found(files)).toEqual([
      'a.md:9:3 conflict/contradiction "a" says "Always use named exports", and "b" says "Never use named exports". See b.md:6.',
    ]);
  });

  it("reports a duplicate name in the file that does not apply", () => {
    const files = { "a.md": `${head("one")}Text.`, "b.md": `${head("one")}Other text.` };
    expect(found(files)).toEqual([
      'b.md:2:1 conflict/duplicate-name "one" is declared twice at project scope; a.md applies and b.md does not. See a.md:2.',
    ]);
  });

  it("reports duplicate texts", () => {
    const text = "The same text in both of these rules.\n";
    expect(found({ "a.md": head("a") + text, "b.md": `${head("b")}\n${text}` })).toEqual([
      'a.md:6:1 conflict/duplicate-content "a" and "b" have the same text. See b.md:7.',
    ]);
  });

  const project = ["src/api/orders.ts", "src/cart.tsx", "docs/guide.md", "packages/web/src/page.tsx"];

  it("reports globs that match no file, with a similar path", () => {
    const rule = (...globs: string[]) => ({ "a.md": `${head("a", `globs: ${JSON.stringify(globs)}\n`)}Text.` });
    expect(found(rule("srcs/**/*.ts"), { files: project })).toEqual([
      'a.md:4:10 glob/unreachable No file of the project matches "srcs/**/*.ts", so the rule never applies. The directory "srcs" does not exist; "src" does.',
    ]);
    expect(found(rule("web/**"), { files: project })[0]).toContain('The directory "web" does not exist; "packages/web" does.');
    expect(found(rule("src/api/*.py"), { files: project })[0]).toContain("There are no .py files there, but .ts files.");
    expect(found(rule("**/*.sql"), { files: project })[0]).toMatch(/never applies\.$/);
    expect(found(rule("**/*.ts", "lib/**", "**/*.py"), { files: project })).toEqual([
      'a.md:4:20 glob/unmatched No file of the project matches "lib/**". The directory "lib" does not exist.',
    ]);
    expect(found(rule("**/*.ts", "!lib/**"), { files: project })).toEqual([]);
    expect(found(rule("srcs/**"))).toEqual([]);
  });

  it("reports rules that do not fit into the budget", () => {
    const files = {
      "a.md": `${head("a", "priority: 90\n")}${"a".repeat(60)}`,
      "b.md": `${head("b")}${"b".repeat(60)}`,
      "c.md": `${head("c")}${"c".repeat(200)}`,
    };
    expect(found(files, { budget: { characters: 100 } })).toEqual([
      'c.md:1:1 budget/rule-too-large The rule "c" (200 characters, ~50 tokens) is larger than the whole budget, so it is always dropped.',
      'b.md:1:1 budget/always-too-large The 2 rules that always apply do not fit into the budget together; no request includes "b".',
    ]);
    expect(found(files)).toEqual([]);
  });

  it("names five of the rules that no request includes, and counts the others", () => {
    const files = Object.fromEntries(
      ["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => [`${name}.md`, head(name) + "x".repeat(60)]),
    );
    expect(found(files, { budget: { characters: 100 } }).at(-1)).toContain(
      'no request includes "b", "c", "d", "e", "f" and 2 more.',
    );
  });
});
