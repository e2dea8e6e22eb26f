import { createRule, type Rule, type RuleDraft, type RuleInput } from "@precept/core";
import { describe, expect, it } from "vitest";
import { findDialect } from "../../lookup/dialects.ts";
import { codecOf, editWith, readWith, reportWith, writeWith } from "../../../test/with-codec.ts";
import { copilot } from "./codec.ts";
import { ruleFiles } from "./rule-files.ts";

const copilotRepository = codecOf(ruleFiles, "copilot-repository");

describe("Copilot's codec", () => {
  it("has aliases", () => {
    expect(["copilot", "github-copilot", "VSCode"].map(findDialect)).toEqual([
      ruleFiles.dialect,
      ruleFiles.dialect,
      ruleFiles.dialect,
    ]);
  });

  it("uses the file name, and stores `name` as metadata", () => {
    const text = "---\nname: Carts\n---\n";
    const { draft } = copilot.parse({ text, path: "web/carts.instructions.md", file: "" });
    expect(draft).toMatchObject({ name: "carts", label: true, metadata: { name: "Carts" } });
  });

  it.each(["style.md", "a/style.MD", "style.mdc"])("returns why %s is ignored", (path) => {
    expect(copilot.ignored?.(path)).toBe("Copilot ignores it here; rename it to .instructions.md");
  });

  it("returns no reason for other files", () => {
    expect(copilot.ignored?.("style.txt")).toBeUndefined();
  });
});

/** Files, and the fields of their rules. */
const examples: readonly (readonly [text: string, fields: Partial<RuleDraft>])[] = [
  ['---\napplyTo: "**"\n---\n\n# T\n', { inclusion: "always" }],
  ['---\ndescription: About carts\napplyTo: "**"\n---\n\n# T\n', { inclusion: "always", description: "About carts" }],
  ['---\napplyTo: "**/*.ts"\n---\n\n# T\n', { inclusion: "fileMatch", globs: ["**/*.ts"] }],
  ['---\napplyTo: "**/*.{ts,tsx},**/docs/**"\n---\n\n# T\n', { inclusion: "fileMatch", globs: ["**/*.{ts,tsx}", "**/docs/**"] }],
  ['---\napplyTo: "**/**/*"\n---\n\n# T\n', { inclusion: "fileMatch", globs: ["**/*"] }],
  ["---\ndescription: About carts\n---\n\n# T\n", { inclusion: "agentRequested", description: "About carts" }],
  ["# T\n", { inclusion: "manual" }],
  [
    '---\ndescription: About carts\napplyTo: "**/*.ts"\nexcludeAgent: code-review\n---\n\n# T\n',
    { inclusion: "fileMatch", description: "About carts", globs: ["**/*.ts"], metadata: { excludeAgent: "code-review" } },
  ],
];

describe("instruction files", () => {
  it.each(examples)("parses %j to %j", (text, fields) => {
    expect(readWith(copilot, text)).toEqual({ ...fields, content: "# T\n" });
    expect(reportWith(copilot, text)).toEqual(text.startsWith("---") ? [] : ["copilot/no-front-matter 1:1"]);
  });

  it.each(examples)("prints %j from %j", (text, fields) => {
    expect(writeWith(copilot, { ...(fields as Partial<RuleInput>), content: "# T\n" })).toBe(text);
  });

  it.each<[Partial<RuleInput>, string, readonly string[]]>([
    [{ inclusion: "manual", description: "D" }, "", ["description lost"]],
    [{ inclusion: "relevant", description: "D" }, "---\ndescription: D\n---\n\n", ["inclusion meaning"]],
    [{ inclusion: "fileMatch", globs: ["*.ts"] }, '---\napplyTo: "**/*.ts"\n---\n\n', []],
    [{ inclusion: "fileMatch", globs: ["src/*.ts"] }, '---\napplyTo: "src/*.ts"\n---\n\n', ["globs lost"]],
    [{ inclusion: "fileMatch", globs: ["/*.ts"] }, '---\napplyTo: "*.ts"\n---\n\n', ["globs lost"]],
    [{ inclusion: "fileMatch", globs: ["**/a", "!**/b"] }, '---\napplyTo: "**/a,!**/b"\n---\n\n', ["globs meaning"]],
    [{ inclusion: "fileMatch", globs: ["**/a", "{b"] }, '---\napplyTo: "**/a"\n---\n\n', ["globs lost"]],
    [{ inclusion: "fileMatch", globs: ["{b"] }, '---\napplyTo: ""\n---\n\n', ["globs meaning"]],
  ])("%j is printed as %j with the fidelity notes %j", (fields, text, notes) => {
    const printed = copilot.print(createRule({ id: "project:t", name: "t", ...fields }));
    expect(printed.text).toBe(text);
    expect(printed.notes.map(({ field, kind }) => `${field} ${kind}`)).toEqual(notes);
  });

  it.each([
    ["About carts", "About carts"],
    ["C# and F#", '"C# and F#"'],
    ["Carts: all", '"Carts: all"'],
    ['Say "no" to C:\\carts, it\'s bad', 'Say "no" to C:\\carts, it\'s bad'],
    ['"No" first', "'\"No\" first'"],
    ["*.ts: C:\\carts", "'*.ts: C:\\carts'"],
    ['"It\'s" first', '"\\"It\'s\\" first"'],
    ["two\nlines", '"two\\nlines"'],
    ["404", '"404"'],
    ["true", '"true"'],
    ["[a] list", '"[a] list"'],
    ["@types first", '"@types first"'],
    [" spaces ", '" spaces "'],
  ])("the description %j is printed as %s and parsed to the same text", (description, printed) => {
    const text = writeWith(copilot, { inclusion: "agentRequested", description });
    expect(text).toBe(`---\ndescription: ${printed}\n---\n\n`);
    expect(readWith(copilot, text).description).toBe(description);
  });

  it("longer than code review reads are reported", () => {
    const content = "x".repeat(4001);
    const { text, notes } = copilot.print(createRule({ id: "project:t", name: "t", inclusion: "always", content }));
    expect(notes).toEqual([
      { field: "content", kind: "lost", message: "Copilot code review reads the first 4,000 characters of an instruction file." },
    ]);
    expect(reportWith(copilot, text)).toEqual(["dialect/long 1:1"]);
  });
});

const handWritten = [
  "\uFEFF---",
  "# Maintainer: Ann",
  "owner:   Ann   # she left",
  "applyTo: '**/*.ts, **/*.tsx'   # sources",
  "",
  "custom:",
  "  - x: 1   # one",
  "excludeAgent: [code-review]",
  "---",
  "",
  "# Carts",
  "",
].join("\r\n");

describe("editing one field", () => {
  it.each<[string, Partial<Rule>, string, string]>([
    ["the text", { content: "# Tills\r\n" }, "# Carts\r\n", "# Tills\r\n"],
    ["the patterns", { globs: ["**/*.vue"] }, "applyTo: '**/*.ts, **/*.tsx' ", 'applyTo: "**/*.vue" '],
    ["the inclusion", { inclusion: "always", globs: [] }, "applyTo: '**/*.ts, **/*.tsx' ", 'applyTo: "**" '],
    ["the description", { description: "D" }, "[code-review]\r\n", "[code-review]\r\ndescription: D\r\n"],
    [
      "a key that VS Code does not know",
      { metadata: { owner: "Bob", custom: [{ x: 1 }], excludeAgent: ["code-review"] } },
      "owner:   Ann ",
      "owner: Bob ",
    ],
  ])("%s changes no other byte", (_, fields, before, after) => {
    expect(editWith(copilot, handWritten, fields)).toBe(handWritten.replace(before, after));
  });

  it("closes front matter that is not closed", () => {
    expect(editWith(copilot, "---\ndescription: D\n\n# T\n", { content: "# U\n" })).toBe(
      "---\ndescription: D\n\n# T\n---\n# U\n",
    );
  });

  it("removes the second definition of a key", () => {
    const text = '---\napplyTo: "a"\nx: 1\napplyTo: "b"\n---\n';
    expect(editWith(copilot, text, { globs: ["**/c"] })).toBe('---\napplyTo: "**/c"\nx: 1\n---\n');
  });

  it("replaces a list, which VS Code ignores, with a string", () => {
    const text = "---\napplyTo:\n  - a\n  - b\nx: 1\n---\n";
    expect(editWith(copilot, text, { inclusion: "fileMatch", globs: ["**/c"] })).toBe('---\napplyTo: "**/c"\nx: 1\n---\n');
  });
});

describe("repository-wide instructions", () => {
  it("always apply, even with front matter", () => {
    const text = '---\napplyTo: "a"\n---\n# Carts\n';
    expect(readWith(copilotRepository, text)).toEqual({ inclusion: "always", content: text });
    expect(reportWith(copilotRepository, text)).toEqual(["dialect/front-matter-as-text 1:1"]);
    expect(writeWith(copilotRepository, { content: "# Carts\n" })).toBe("# Carts\n");
  });

  it("are in the project and in the home directory", () => {
    expect(ruleFiles.dialect.formats.map(({ locations }) => locations)).toEqual([
      [
        { dir: ".github/instructions", nested: true },
        { dir: ".copilot/instructions", personal: true },
      ],
      [
        { dir: ".github", files: ["copilot-instructions.md"] },
        { dir: ".copilot", files: ["copilot-instructions.md"], personal: true },
      ],
      [{ dir: ".github/skills" }, { dir: ".copilot/skills", personal: true }],
    ]);
  });
});
