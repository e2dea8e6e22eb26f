import type { Rule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { editWith, readWith, writeWith } from "../../testing/with-codec.ts";
import { cline, clineFolder } from "./codec.ts";
import { clineDialect } from "./dialect.ts";

const content = "# Carts\n";

const modes: readonly (readonly [text: string, said: Partial<Rule>])[] = [
  ["# Carts\n", { inclusion: "always" }],
  ['---\npaths: ["src/**/*.ts"]\n---\n\n# Carts\n', { inclusion: "fileMatch", globs: ["src/**/*.ts"] }],
  ['---\npaths: ["*.md", "**/*.mdx"]\n---\n\n# Carts\n', { inclusion: "fileMatch", globs: ["/*.md", "**/*.mdx"] }],
  ["---\npaths: []\n---\n\n# Carts\n", { inclusion: "fileMatch", globs: [] }],
  ["---\ndisabled: true\n---\n\n# Carts\n", { inclusion: "always", enabled: false }],
];

describe("a rule of Cline", () => {
  it.each(modes)("is read from %j", (text, { globs = [], ...said }) => {
    expect(readWith(cline, text)).toEqual({ content, ...said, ...(globs.length > 0 && { globs }) });
  });

  it.each(modes)("is written as %j", (text, said) => {
    expect(writeWith(cline, { content, ...said })).toBe(text);
  });

  it.each(["manual", "agentRequested", "relevant"] as const)(
    "that is included as %s can only be one that always applies",
    (inclusion) => {
      expect(writeWith(cline, { content, inclusion, description: "D" })).toBe(content);
    },
  );

  it("is switched off by `disabled`, or by the older `enabled` where that says nothing", () => {
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

  it("has the name that it declares, else that of its file", () => {
    expect(readWith(cline, "---\nname: ' Carts '\n---\n")).toEqual({ inclusion: "always", content: "", name: "Carts" });
    expect(readWith(cline, "---\nname:\n---\n")).toEqual({ inclusion: "always", content: "" });
    for (const path of ["style.md", "api/style.txt"])
      expect(cline.parse({ text: "", path, file: path }).draft).toMatchObject({ name: "style", label: true });
  });

  it("keeps keys that Cline does not know as metadata", () => {
    expect(readWith(cline, "---\nowner: [web]\n---\n").metadata).toEqual({ owner: ["web"] });
  });
});

describe("editing a rule of Cline", () => {
  const original = '\uFEFF---\r\nowner:  web # us\r\npaths:\r\n  - "src/**"\r\n# last\r\nname: Carts\r\n---\r\n\r\n# Carts\r\n';

  it("changes the text and nothing else", () => {
    expect(editWith(cline, original, { content: "# Baskets\r\n" })).toBe(original.replace("# Carts", "# Baskets"));
  });

  it("changes the patterns and nothing else", () => {
    expect(editWith(cline, original, { globs: ["lib/**", "/*.ts"] })).toBe(
      original.replace('paths:\r\n  - "src/**"', 'paths: ["lib/**", "*.ts"]'),
    );
  });

  it("takes the patterns away where the rule always applies", () => {
    expect(editWith(cline, original, { inclusion: "always", globs: [] })).toBe(
      original.replace('paths:\r\n  - "src/**"\r\n', ""),
    );
  });

  it("changes a name that is declared, and declares none where there was none", () => {
    expect(editWith(cline, original, { name: "Baskets" })).toBe(original.replace("name: Carts", "name: Baskets"));
    expect(editWith(cline, "---\nowner: web\n---\nText\n", { name: "t", enabled: false })).toBe(
      "---\nowner: web\ndisabled: true\n---\nText\n",
    );
  });

  it("switches a rule on again that was switched off in the older way", () => {
    const text = editWith(cline, "---\nowner: web\nenabled: false\n---\nText\n", { enabled: true });
    expect(readWith(cline, text)).toEqual({ inclusion: "always", content: "Text\n", metadata: { owner: "web" } });
  });

  it("keeps a title at the fence that it is glued to", () => {
    const glued = '---\npaths: ["a/**"]\n---# Carts\nText\n';
    expect(editWith(cline, glued, { globs: ["b/**"] })).toBe(glued.replace("a/**", "b/**"));
  });

  it("makes the front matter anew that Cline can't read", () => {
    expect(
      editWith(cline, "---\npaths: *.ts\n---\nText\n", { inclusion: "fileMatch", globs: ["**/*.ts"], content: "Text\n" }),
    ).toBe('---\npaths: ["**/*.ts"]\n---\nText\n');
  });
});

describe("the files of Cline", () => {
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

  it("in .clinerules are .md and .txt, at any depth, apart from its workflows, hooks and skills", () => {
    expect(paths.filter((path) => cline.accepts?.(path))).toEqual(["a.md", "A.MD", "api/a.txt", "api/skills/a.md"]);
    expect(paths.filter((path) => cline.ignored?.(path) !== undefined)).toEqual(["a.markdown", "a.mdc"]);
  });

  it("in .cline/rules are .markdown as well, in the directory itself", () => {
    expect(paths.filter((path) => clineFolder.accepts?.(path))).toEqual(["a.md", "A.MD", "a.markdown"]);
    expect(clineFolder.ignored?.("api/a.txt")).toBe("Cline reads no folders in .cline/rules");
    expect(clineFolder.ignored?.("a.mdc")).toBeUndefined();
  });

  it("are the directory .clinerules or the one file of that name, and a person's own", () => {
    expect(clineDialect.formats.flatMap(({ places }) => places)).toEqual([
      { dir: ".clinerules" },
      { dir: "", files: [".clinerules"] },
      { dir: "Documents/Cline/Rules", personal: true },
      { dir: "Cline/Rules", personal: true },
      { dir: ".cline/rules" },
    ]);
    const { draft } = cline.parse({ text: '---\npaths: ["a/*"]\n---\nText\n', path: ".clinerules", file: ".clinerules" });
    expect(draft).toMatchObject({ name: ".clinerules", inclusion: "fileMatch", globs: ["a/*"] });
  });
});
