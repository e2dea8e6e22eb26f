import type { Rule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { editWith, readWith, writeWith } from "../../../test/with-codec.ts";
import { cline, clineFolder } from "./codec.ts";
import { ruleFiles } from "./rule-files.ts";

const content = "# Carts\n";

const examples: readonly (readonly [text: string, fields: Partial<Rule>])[] = [
  ["# Carts\n", { inclusion: "always" }],
  ['---\npaths: ["src/**/*.ts"]\n---\n\n# Carts\n', { inclusion: "fileMatch", globs: ["src/**/*.ts"] }],
  ['---\npaths: ["*.md", "**/*.mdx"]\n---\n\n# Carts\n', { inclusion: "fileMatch", globs: ["/*.md", "**/*.mdx"] }],
  ["---\npaths: []\n---\n\n# Carts\n", { inclusion: "fileMatch", globs: [] }],
  ["---\ndisabled: true\n---\n\n# Carts\n", { inclusion: "always", enabled: false }],
];

describe("Cline rules", () => {
  it("are written to the root directory of the project only, where Cline reads them", () => {
    expect(ruleFiles.dialect.output).toMatchObject({ dir: ".clinerules", nested: false });
  });

  it.each(examples)("are parsed from %j", (text, { globs = [], ...fields }) => {
    expect(readWith(cline, text)).toEqual({ content, ...fields, ...(globs.length > 0 && { globs }) });
  });

  it.each(examples)("are printed as %j", (text, fields) => {
    expect(writeWith(cline, { content, ...fields })).toBe(text);
  });

  it.each(["manual", "agentRequested", "relevant"] as const)(
    "with inclusion %s are printed as rules that always apply",
    (inclusion) => {
      expect(writeWith(cline, { content, inclusion, description: "D" })).toBe(content);
    },
  );

  it("are disabled by `disabled`, or by the legacy `enabled` if `disabled` is not a boolean", () => {
    const enabled = (keys: string): unknown =>
      cline.parse({ text: `---\n${keys}\n---\n`, path: "t.md", file: "t.md" }).draft?.enabled;
    expect(["disabled: true", "disabled: false", "enabled: false", "enabled: true"].map(enabled)).toEqual([
      false,
      true,
      false,
      true,
    ]);
    expect(enabled("disabled: false\nenabled: false")).toBe(true);
    expect(enabled("disabled: yes\nenabled: false")).toBe(false);
  });

  it("have the declared name, or else the file name", () => {
    expect(readWith(cline, "---\nname: ' Carts '\n---\n")).toEqual({ inclusion: "always", content: "", name: "Carts" });
    expect(readWith(cline, "---\nname:\n---\n")).toEqual({ inclusion: "always", content: "" });
    for (const path of ["style.md", "api/style.txt"])
      expect(cline.parse({ text: "", path, file: path }).draft).toMatchObject({ name: "style", label: true });
  });

  it("preserve unknown keys as metadata", () => {
    expect(readWith(cline, "---\nowner: [web]\n---\n").metadata).toEqual({ owner: ["web"] });
  });
});

describe("editing a Cline rule", () => {
  const original = '\uFEFF---\r\nowner:  web # us\r\npaths:\r\n  - "src/**"\r\n# last\r\nname: Carts\r\n---\r\n\r\n# Carts\r\n';

  it("changes only the text", () => {
    expect(editWith(cline, original, { content: "# Baskets\r\n" })).toBe(original.replace("# Carts", "# Baskets"));
  });

  it("changes only the patterns", () => {
    expect(editWith(cline, original, { globs: ["lib/**", "/*.ts"] })).toBe(
      original.replace('paths:\r\n  - "src/**"', 'paths: ["lib/**", "*.ts"]'),
    );
  });

  it("removes the patterns of a rule that always applies", () => {
    expect(editWith(cline, original, { inclusion: "always", globs: [] })).toBe(
      original.replace('paths:\r\n  - "src/**"\r\n', ""),
    );
  });

  it("changes a declared name, and does not add one", () => {
    expect(editWith(cline, original, { name: "Baskets" })).toBe(original.replace("name: Carts", "name: Baskets"));
    expect(editWith(cline, "---\nowner: web\n---\nText\n", { name: "t", enabled: false })).toBe(
      "---\nowner: web\ndisabled: true\n---\nText\n",
    );
  });

  it("enables a rule that was disabled with the legacy key", () => {
    const text = editWith(cline, "---\nowner: web\nenabled: false\n---\nText\n", { enabled: true });
    expect(readWith(cline, text)).toEqual({ inclusion: "always", content: "Text\n", metadata: { owner: "web" } });
  });

  it("preserves a title directly after the closing fence", () => {
    const glued = '---\npaths: ["a/**"]\n---# Carts\nText\n';
    expect(editWith(cline, glued, { globs: ["b/**"] })).toBe(glued.replace("a/**", "b/**"));
  });

  it("replaces front matter that Cline cannot read", () => {
    expect(
      editWith(cline, "---\npaths: *.ts\n---\nText\n", { inclusion: "fileMatch", globs: ["**/*.ts"], content: "Text\n" }),
    ).toBe('---\npaths: ["**/*.ts"]\n---\nText\n');
  });
});

describe("Cline's files", () => {
  const paths = [
    "a.md",
    "A.MD",
    "api/a.txt",
    "a.markdown",
    "a.mdc",
    "workflows/a.md",
    "hooks/a.md",
    "skills/b/a.md",
    "api/skills/a.md",
  ];

  it("in .clinerules: .md and .txt at any depth, except in workflows, hooks and skills", () => {
    expect(paths.filter((path) => cline.accepts?.(path))).toEqual(["a.md", "A.MD", "api/a.txt", "api/skills/a.md"]);
    expect(paths.filter((path) => cline.ignored?.(path) !== undefined)).toEqual(["a.markdown", "a.mdc"]);
  });

  it("in .cline/rules: .markdown too, but no subdirectories", () => {
    expect(paths.filter((path) => clineFolder.accepts?.(path))).toEqual(["a.md", "A.MD", "a.markdown"]);
    expect(clineFolder.ignored?.("api/a.txt")).toBe("Cline does not read subdirectories of .cline/rules");
    expect(clineFolder.ignored?.("a.mdc")).toBeUndefined();
  });

  it("can be the directory .clinerules, the file .clinerules, or personal files", () => {
    expect(ruleFiles.dialect.formats.flatMap(({ locations }) => locations)).toEqual([
      { dir: ".clinerules" },
      { dir: "", files: [".clinerules"] },
      { dir: "Documents/Cline/Rules", personal: true },
      { dir: "Cline/Rules", personal: true },
      { dir: ".cline/rules" },
      { dir: ".cline/skills" },
    ]);
    const { draft } = cline.parse({ text: '---\npaths: ["a/*"]\n---\nText\n', path: ".clinerules", file: ".clinerules" });
    expect(draft).toMatchObject({ name: ".clinerules", inclusion: "fileMatch", globs: ["a/*"] });
  });
});
