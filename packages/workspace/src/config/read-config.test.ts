import { describe, expect, it } from "vitest";
import { readConfig } from "./read-config.ts";
import { configSchema } from "./schema.ts";

const file = ".precept/config.yaml";

/** The diagnostics, each as `code line:column message hint`. */
function problemsOf(text: string): readonly string[] {
  return readConfig(text, file, configSchema).diagnostics.map(({ code, line, column, message, hint }) =>
    [code, `${line}:${column}`, message, hint].filter((part) => part !== undefined).join(" | "),
  );
}

/** A list of nine times the list before. */
function aliasesOf(number: number): string {
  const before = number === 0 ? "*a" : `*b${number - 1}`;
  return `b${number}: &b${number} [${Array.from({ length: 9 }, () => before).join(", ")}]`;
}

describe("a configuration", () => {
  it("is read with every setting there is", () => {
    const text = `
rules:
  dirs: [../team/rules, "~/rules"]
  default: false
  ignore: ["examples/**"]
store: { sqlite: data/rules.sqlite }
user: ada
tool: claude
project: shop
budget: { characters: 1000, tokens: 200, rules: 10, dialectRules: 5, overflow: ellipsis }
order: source
format: xml
references:
  allow:
    - ../docs
`;
    expect(readConfig(text, file, configSchema)).toEqual({
      diagnostics: [],
      config: {
        rules: { dirs: ["../team/rules", "~/rules"], default: false, ignore: ["examples/**"] },
        store: { sqlite: "data/rules.sqlite" },
        user: "ada",
        tool: "claude",
        project: "shop",
        budget: { characters: 1000, tokens: 200, rules: 10, dialectRules: 5, overflow: "ellipsis" },
        order: "source",
        format: "xml",
        references: { allow: ["../docs"] },
      },
    });
  });

  it.each([
    ["an empty file", ""],
    ["comments alone", "# nothing yet\n"],
    ["an empty mapping", "{}"],
    ["keys without values", "user:\ntool: ~\n"],
  ])("may say nothing: %s", (_, text) => {
    expect(readConfig(text, file, configSchema)).toEqual({ config: {}, diagnostics: [] });
  });

  it("may have sections without settings, and begin with a byte order mark", () => {
    expect(readConfig("\uFEFFrules:\n  dirs:\nstore: {}\n", file, configSchema)).toEqual({
      config: { rules: {}, store: {} },
      diagnostics: [],
    });
    expect(readConfig("rules:\nuser: ada\n", file, configSchema)).toEqual({ config: { user: "ada" }, diagnostics: [] });
  });

  it("may use anchors", () => {
    const text = "rules: { dirs: &dirs [a, b] }\nreferences: { allow: *dirs }\n";
    expect(readConfig(text, file, configSchema).config).toEqual({
      rules: { dirs: ["a", "b"] },
      references: { allow: ["a", "b"] },
    });
  });

  it("keeps its good parts when others are wrong, each of which is reported at its place", () => {
    const text = `rules:
  dirs: [good, 7, "", also-good, [nested]]
  default: "no"
  ignore: examples/**
store:
  sqlite: 5
user: ../root
tool: " "
budget:
  characters: -1
  tokens: 1.5
  rules: 10
  overflow: cut
order: name
format: html
references: everything
`;
    expect(readConfig(text, file, configSchema).config).toEqual({
      rules: { dirs: ["good", "also-good"] },
      store: {},
      budget: { rules: 10 },
    });
    expect(problemsOf(text)).toEqual([
      'config/invalid-value | 2:16 | "rules.dirs[1]" has to be a text, not 7.',
      'config/invalid-value | 2:19 | "rules.dirs[2]" has to be a text of at least one character, not "".',
      'config/invalid-value | 2:34 | "rules.dirs[4]" has to be a text, not a list.',
      'config/invalid-value | 3:12 | "rules.default" has to be true or false, not "no".',
      'config/invalid-value | 4:11 | "rules.ignore" has to be a list of texts, not "examples/**".',
      'config/invalid-value | 6:11 | "store.sqlite" has to be a path, or true or false, not 5.',
      'config/invalid-value | 7:7 | "user" has to consist of letters, digits, and . @ + - _, not "../root".',
      'config/invalid-value | 8:7 | "tool" has to be a text of at least one character, not " ".',
      'config/invalid-value | 10:15 | "budget.characters" has to be a whole number from 0 on, not -1.',
      'config/invalid-value | 11:11 | "budget.tokens" has to be a whole number from 0 on, not 1.5.',
      'config/invalid-value | 13:13 | "budget.overflow" has to be one of drop, ellipsis, not "cut".',
      'config/invalid-value | 14:8 | "order" has to be one of priority, source, not "name".',
      'config/invalid-value | 15:9 | "format" has to be one of markdown, mdc, xml, not "html".',
      'config/invalid-value | 16:13 | "references" has to hold settings, as `key: value` lines, not "everything".',
    ]);
  });

  it("reports unknown keys, and says which ones were probably meant", () => {
    const text = `rule:
  dirs: []
rules:
  ignroe: [a]
  sqlite: true
  wholly-different: 1
budget: { maxTokens: 5 }
dirs: [x]
404: x
__proto__: { dirs: [x] }
user: ada
`;
    expect(readConfig(text, file, configSchema).config).toEqual({ rules: {}, budget: {}, user: "ada" });
    expect(problemsOf(text)).toEqual([
      'config/unknown-key | 1:1 | "rule" is not a setting, and is not used. | Did you mean "rules"?',
      'config/unknown-key | 4:3 | "ignroe" is not a setting of "rules", and is not used. | Did you mean "ignore"?',
      'config/unknown-key | 5:3 | "sqlite" is not a setting of "rules", and is not used. | Did you mean "store.sqlite"?',
      'config/unknown-key | 6:3 | "wholly-different" is not a setting of "rules", and is not used. | Settings of "rules" are dirs, default, dialects, personal, ignore, maxDirectories, maxDepth.',
      'config/unknown-key | 7:11 | "maxTokens" is not a setting of "budget", and is not used. | Did you mean "tokens"?',
      'config/unknown-key | 8:1 | "dirs" is not a setting, and is not used. | Did you mean "policies.dirs" or "rules.dirs"?',
      'config/unknown-key | 9:1 | "404" is not a setting, and is not used. | Settings are rules, store, user, tool, project, budget, order, format, export, references, policies, watch.',
      'config/unknown-key | 10:1 | "__proto__" is not a setting, and is not used. | Settings are rules, store, user, tool, project, budget, order, format, export, references, policies, watch.',
    ]);
  });

  it("points into the anchor where an alias brings in something wrong", () => {
    expect(problemsOf("rules: { dirs: &dirs [a, 1] }\nreferences: { allow: *dirs }\n")).toEqual([
      'config/invalid-value | 1:26 | "rules.dirs[1]" has to be a text, not 1.',
      'config/invalid-value | 1:26 | "references.allow[1]" has to be a text, not 1.',
    ]);
  });

  it("reports patterns that can't be meant", () => {
    expect(problemsOf('policies: { ignore: ["@(a|b)/**"] }\n').map((problem) => problem.slice(0, 19))).toEqual([
      "glob/extglob | 1:22",
    ]);
    expect(problemsOf('rules: { ignore: [1, "ok/**", "!@(a|b)/**"] }\n')).toEqual([
      'config/invalid-value | 1:19 | "rules.ignore[0]" has to be a text, not 1.',
      'glob/extglob | 1:31 | The pattern "@(a|b)/**" uses extended globs, which are read literally. | Use braces: `{a,b}` in place of `@(a|b)`.',
    ]);
  });

  it("is not used at all where it is not valid YAML", () => {
    const hint =
      "Correct this place: a value that begins with `*`, `!`, `&` or `@` has to be quoted. Until then the last configuration that could be read is used.";
    expect(readConfig("user: ada\nrules: {\n", file, configSchema).config).toBeUndefined();
    expect(readConfig("user: ada\nrules: [a\ntool: x\n", file, configSchema).diagnostics).not.toEqual([]);
    expect(problemsOf("user: ada\ntool: a: b\n")).toEqual([
      `config/yaml | 2:7 | The configuration is not valid YAML, and none of it is used: Nested mappings are not allowed in compact mappings. | ${hint}`,
    ]);
    expect(problemsOf("user: ada\nuser: bob\n")).toEqual([
      `config/yaml | 2:1 | The configuration is not valid YAML, and none of it is used: Map keys must be unique. | ${hint}`,
    ]);
    // The pattern would be lost: to YAML it is an empty text with a tag.
    expect(problemsOf("rules:\n  ignore: [!examples/**]\n").map((problem) => problem.slice(0, 20))).toEqual([
      "config/yaml | 2:12 |",
    ]);
  });

  it("is refused where it is a list or a text", () => {
    expect(problemsOf("- user: ada\n")).toEqual([
      "config/not-a-mapping | 1:1 | The configuration is not a list of `key: value` lines. | Write settings as `key: value`, as in `tool: claude`.",
    ]);
    expect(readConfig("hello", file, configSchema)).toMatchObject({
      config: undefined,
      diagnostics: [{ code: "config/not-a-mapping" }],
    });
  });

  it.each([
    ["nested without end", `rules: ${"[".repeat(20_000)}`],
    ["containing itself", "rules: &a { dirs: *a }"],
    ["aliases of aliases", `a: &a [x]\n${Array.from({ length: 9 }, (_, n) => aliasesOf(n)).join("\n")}`],
  ])("does no harm when it is %s", (_, text) => {
    const { config, diagnostics } = readConfig(text, file, configSchema);
    expect(config).toBeUndefined();
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(["config/yaml"]));
    expect(diagnostics.length).toBeLessThanOrEqual(10);
  });
});
