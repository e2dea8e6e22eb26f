import type { Inclusion, ParsedFile, RuleDraft } from "@precept/core";
import { describe, expect, it } from "vitest";
import { parseCursorRule } from "./parse.ts";

function parse(text: string, path = "style.mdc"): ParsedFile & { readonly draft: RuleDraft } {
  const { draft, ...rest } = parseCursorRule({ text, path, file: `.cursor/rules/${path}` });
  if (draft === undefined) throw new Error("Any text is a valid rule in Cursor.");
  return { ...rest, draft };
}

function parseHeader(...lines: string[]): RuleDraft {
  return parse(`---\n${lines.join("\n")}\n---\n\nBody\n`).draft;
}

describe("inclusion as documented by Cursor:", () => {
  const always = "alwaysApply: true";
  const never = "alwaysApply: false";
  const globs = "globs: src/**/*.ts";
  const description = "description: About carts";

  it.each<[string[], Inclusion]>([
    [[], "manual"],
    [[never], "manual"],
    [[always], "always"],
    [[globs], "fileMatch"],
    [[description], "agentRequested"],
    [[globs, never], "fileMatch"],
    [[description, never], "agentRequested"],
    [[description, globs], "fileMatch"],
    [[description, globs, never], "fileMatch"],
    [[description, always], "always"],
    [[globs, always], "always"],
    [[description, globs, always], "always"],
    [["description:", "globs:", never], "manual"],
    [["description:", "globs:", always], "always"],
    [["description: ' '", "globs: ''", never], "manual"],
    [[description, "globs: []", never], "agentRequested"],
  ])("%j is %s", (header, inclusion) => {
    expect(parseHeader(...header).inclusion).toBe(inclusion);
  });

  it("the patterns and the description of a rule that always applies are preserved", () => {
    expect(parseHeader(description, globs, always)).toMatchObject({ description: "About carts", globs: ["src/**/*.ts"] });
  });
});

describe("`alwaysApply`", () => {
  it.each<[string, boolean]>([
    ["true", true],
    ["True", true],
    ["TRUE", true],
    ['"true"', true],
    ["'true'", true],
    ["true # for now", true],
    ["  true  ", true],
    ["false", false],
    ["False", false],
    ["", false],
    ["null", false],
    ["~", false],
    ["yes", false],
    ["on", false],
    ["1", false],
    ["maybe", false],
    ["# true", false],
    ["\"true'", false],
  ])("`alwaysApply: %s` means %s", (value, always) => {
    expect(parseHeader(`alwaysApply: ${value}`).inclusion).toBe(always ? "always" : "manual");
  });

  it("is false if its value is on the next line, because Cursor reads single lines", () => {
    expect(parseHeader("alwaysApply:", "  true").inclusion).toBe("manual");
  });
});

describe("`globs`", () => {
  it.each<[string, readonly string[]]>([
    ["src/**/*.ts", ["src/**/*.ts"]],
    ["src/**/*.ts,src/**/*.tsx", ["src/**/*.ts", "src/**/*.tsx"]],
    ["src/**/*.ts ,  src/**/*.tsx", ["src/**/*.ts", "src/**/*.tsx"]],
    ["src/a.ts,", ["src/a.ts"]],
    [",,src/a.ts,,", ["src/a.ts"]],
    ["*.ts", ["/*.ts"]],
    ["*.ts,*.tsx", ["/*.ts", "/*.tsx"]],
    ["**/*.ts", ["**/*.ts"]],
    ["/*.ts", ["/*.ts"]],
    ["./*.ts", ["/*.ts"]],
    ["**", ["**"]],
    ["tailwind.config.*", ["/tailwind.config.*"]],
    ["!*.test.ts, **/*.ts", ["!/*.test.ts", "**/*.ts"]],
    ["src/**/*.{ts,tsx}", ["src/**/*.{ts,tsx}"]],
    ["src/**/*.{ts,tsx},docs/*.md", ["src/**/*.{ts,tsx}", "docs/*.md"]],
    ["{a,b}/**", ["{a,b}/**"]],
    ["{a,{b,c}}/*.ts,d/*.ts", ["{a,{b,c}}/*.ts", "d/*.ts"]],
    ["src/[a,b].ts, c/d.ts", ["src/[a,b].ts", "c/d.ts"]],
    ["src/\\[id\\].ts", ["src/\\[id\\].ts"]],
    ["app/[id]/page.tsx", ["app/[id]/page.tsx"]],
    ["[id]/[slug]/page.tsx", ["[id]/[slug]/page.tsx"]],
    ["[id]/[slug]", ["[id]/[slug]"]],
    ["@types/*.d.ts", ["@types/*.d.ts"]],
    ["", []],
    ["   ", []],
    ['""', []],
    ["''", []],
    ["[]", []],
    ["[ ]", []],
    ["null", []],
    ["~", []],
    ["# none yet", []],
    ["src/*.ts # the sources", ["src/*.ts"]],
    ["src/a#b.ts", ["src/a#b.ts"]],
  ])("unquoted `%s` is parsed to %j", (value, globs) => {
    expect(parseHeader(`globs: ${value}`).globs).toEqual(globs);
  });

  it.each<[string, readonly string[]]>([
    ['"src/**/*.ts"', ["src/**/*.ts"]],
    ["'src/**/*.ts'", ["src/**/*.ts"]],
    ['"*.ts,*.tsx"', ["/*.ts", "/*.tsx"]],
    ['"src/*.ts", "docs/*.md"', ["src/*.ts", "docs/*.md"]],
    ["'src/*.ts', docs/*.md", ["src/*.ts", "docs/*.md"]],
    ['src/*.ts, "docs/*.md"', ["src/*.ts", "docs/*.md"]],
    ['"src/*.ts" # the sources', ["src/*.ts"]],
    ['"src/a #b/*.ts" # the sources', ["src/a #b/*.ts"]],
    ["'it''s/*.ts'", ["it's/*.ts"]],
    ['"src\\\\*.ts', ['/"src\\\\*.ts']],
  ])("quoted `%s` is parsed to %j", (value, globs) => {
    expect(parseHeader(`globs: ${value}`).globs).toEqual(globs);
  });

  it.each<[string, readonly string[]]>([
    ['["**/*.ts", "**/*.tsx"]', ["**/*.ts", "**/*.tsx"]],
    ["['**/*.ts', '**/*.tsx']", ["**/*.ts", "**/*.tsx"]],
    ["[**/*.ts, **/*.tsx]", ["**/*.ts", "**/*.tsx"]],
    ['["src/**/*.{ts,tsx}", "*.md"]', ["src/**/*.{ts,tsx}", "/*.md"]],
    ['["app/[id]/*.tsx"]', ["app/[id]/*.tsx"]],
    ['["a/b.ts",]', ["a/b.ts"]],
    ['["a/b.ts"] # one', ["a/b.ts"]],
    ['["a/b.ts",\n  "c/d.ts"]', ["a/b.ts", "c/d.ts"]],
    ['[\n  "a/b.ts", # first\n  "c/d.ts"  # second\n  ]', ["a/b.ts", "c/d.ts"]],
  ])("flow list `%s` is parsed to %j", (value, globs) => {
    expect(parseHeader(`globs: ${value}`).globs).toEqual(globs);
  });

  it.each<[string, readonly string[]]>([
    ["\n  - src/*.ts\n  - docs/*.md", ["src/*.ts", "docs/*.md"]],
    ["\n- src/*.ts\n- docs/*.md", ["src/*.ts", "docs/*.md"]],
    ['\n  - "**/*.ts"\n  - "*.md"', ["**/*.ts", "/*.md"]],
    ["\n  - **/*.ts", ["**/*.ts"]],
    ["\n  - src/*.ts, docs/*.md\n  - c/d.ts", ["src/*.ts", "docs/*.md", "c/d.ts"]],
    ['\n  - "src/*.ts, docs/*.md"', ["src/*.ts", "docs/*.md"]],
    ["\n  # a comment\n  - src/*.ts # another\n\n  - docs/*.md", ["src/*.ts", "docs/*.md"]],
    [" # the sources\n  - src/*.ts", ["src/*.ts"]],
    ["\n  -\n  - src/*.ts", ["src/*.ts"]],
    ["\n\t- src/*.ts", ["src/*.ts"]],
    [" src/*.ts\n  - docs/*.md", ["src/*.ts", "docs/*.md"]],
    [" src/*.ts,\n  docs/*.md", ["src/*.ts", "docs/*.md"]],
    [" >-\n  src/*.ts,\n  docs/*.md", ["src/*.ts", "docs/*.md"]],
    [" |\n  src/*.ts\n  docs/*.md", ["src/*.ts", "docs/*.md"]],
  ])("lines %j below the key are parsed to %j", (value, globs) => {
    expect(parseHeader(`globs:${value}`).globs).toEqual(globs);
  });
});

describe("`description`", () => {
  it.each<[string, string]>([
    ["About carts", "About carts"],
    ["  About carts  ", "About carts"],
    ["Go standards: fmt, vet", "Go standards: fmt, vet"],
    ["Use # for headings", "Use # for headings"],
    ["# nothing but a comment", ""],
    ['"About carts"', "About carts"],
    ['"# quoted"', "# quoted"],
    ["'it''s about carts'", "it's about carts"],
    ['"About" carts', '"About" carts'],
    ["@nestjs/common modules", "@nestjs/common modules"],
    ["**Bold** claims", "**Bold** claims"],
    ["Warenkörbe 🛒", "Warenkörbe 🛒"],
    [`${"long ".repeat(400)}end`, `${"long ".repeat(400)}end`],
    [">-\n  folded\n  text", "folded text"],
    ["|\n  kept\n  text", "kept text"],
    ["plain\n  continued", "plain continued"],
    [">-\n  folded: beyond YAML\nglobs: *.ts", "folded: beyond YAML"],
    ["About\n  carts\nglobs: *.ts", "About carts"],
    [">-", ""],
  ])("%j is parsed to %j", (value, description) => {
    expect(parseHeader(`description: ${value}`).description).toBe(description);
  });
});

describe("Cursor rules", () => {
  it("have default values for all other fields, and the body as content", () => {
    expect(parse("---\nalwaysApply: true\n---\n\n# Carts\n\nText\n", "shop/Cart Rules.mdc").draft).toEqual({
      name: "Cart Rules",
      label: true,
      description: "",
      content: "# Carts\n\nText\n",
      inclusion: "always",
      globs: [],
      priority: 50,
      override: false,
      enabled: true,
      pending: false,
      authority: "default",
      contexts: [],
      targets: [],
      tags: [],
      checks: [],
      version: 1,
      replaces: [],
      metadata: {},
    });
  });

  it.each([
    ["style.mdc", "style"],
    ["api/style.mdc", "style"],
    ["STYLE.MDC", "STYLE"],
    ["style.md", "style"],
    ["style.v2.mdc", "style.v2"],
    ["carts/RULE.md", "carts"],
    ["shop/carts/RULE.md", "carts"],
    [".mdc", ".mdc"],
  ])("in %s are named %s", (path, name) => {
    expect(parse("Body", path).draft.name).toBe(name);
  });

  it("preserve unknown keys as metadata, parsed as YAML if possible", () => {
    expect(
      parseHeader("version: 3", "tags: [a, b]", "author: 'Ann'", "note: *odd", "refs:", "  - x: 1", "empty:", "since: 2 # c")
        .metadata,
    ).toEqual({ version: 3, tags: ["a", "b"], author: "Ann", note: "*odd", refs: [{ x: 1 }], empty: null, since: 2 });
  });

  it("use the first definition of a key", () => {
    expect(parseHeader("globs: a/b.ts", "globs: c/d.ts", "note: 1", "note: 2")).toMatchObject({
      globs: ["a/b.ts"],
      metadata: { note: 1 },
    });
  });
});
