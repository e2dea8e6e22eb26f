import { describe, expect, it } from "vitest";
import { readConfig } from "./read-config.ts";
import { configSchema } from "./schema.ts";

const file = ".precept/config.yaml";

/** Formats diagnostics as `code line:column message hint`. */
function problemsOf(text: string): readonly string[] {
  return readConfig(text, file, configSchema).diagnostics.map(({ code, line, column, message, hint }) =>
    [code, `${line}:${column}`, message, hint].filter((part) => part !== undefined).join(" | "),
  );
}

/** A list with nine aliases of the previous list. */
function aliasesOf(number: number): string {
  const before = number === 0 ? "*a" : `*b${number - 1}`;
  return `b${number}: &b${number} [${Array.from({ length: 9 }, () => before).join(", ")}]`;
}

describe("a configuration", () => {
  it("is read with all settings", () => {
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
  ])("can be without settings: %s", (_, text) => {
    expect(readConfig(text, file, configSchema)).toEqual({ config: {}, diagnostics: [] });
  });

  it("can have empty sections and begin with a byte order mark", () => {
    expect(readConfig("\uFEFFrules:\n  dirs:\nstore: {}\n", file, configSchema)).toEqual({
      config: { rules: {}, store: {} },
      diagnostics: [],
    });
    expect(readConfig("rules:\nuser: ada\n", file, configSchema)).toEqual({ config: { user: "ada" }, diagnostics: [] });
  });

  it("can use anchors", () => {
    const text = "rules: { dirs: &dirs [a, b] }\nreferences: { allow: *dirs }\n";
    expect(readConfig(text, file, configSchema).config).toEqual({
      rules: { dirs: ["a", "b"] },
      references: { allow: ["a", "b"] },
    });
  });

  it("applies its valid parts, and reports each invalid one with its location", () => {
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
      'config/invalid-value | 2:16 | "rules.dirs[1]" must be a string, not 7.',
      'config/invalid-value | 2:19 | "rules.dirs[2]" must be a string of at least one character, not "".',
      'config/invalid-value | 2:34 | "rules.dirs[4]" must be a string, not a list.',
      'config/invalid-value | 3:12 | "rules.default" must be true or false, not "no".',
      'config/invalid-value | 4:11 | "rules.ignore" must be a list of strings, not "examples/**".',
      'config/invalid-value | 6:11 | "store.sqlite" must be a path, true or false, not 5.',
      'config/invalid-value | 7:7 | "user" must consist of letters, digits, and . @ + - _, not "../root".',
      'config/invalid-value | 8:7 | "tool" must be a string of at least one character, not " ".',
      'config/invalid-value | 10:15 | "budget.characters" must be an integer of at least 0, not -1.',
      'config/invalid-value | 11:11 | "budget.tokens" must be an integer of at least 0, not 1.5.',
      'config/invalid-value | 13:13 | "budget.overflow" must be one of drop, ellipsis, not "cut".',
      'config/invalid-value | 14:8 | "order" must be one of priority, source, not "name".',
      'config/invalid-value | 15:9 | "format" must be one of markdown, mdc, xml, compact, not "html".',
      'config/invalid-value | 16:13 | "references" must contain settings, as `key: value` lines, not "everything".',
    ]);
  });

  it("tells where a table belongs that is written at the top", () => {
    expect(problemsOf("priority_mapping: { P0: { rollback: true } }\nphase_matrix: {}\n")).toEqual([
      'config/unknown-key | 1:1 | "priority_mapping" is not a setting and is ignored. | Did you mean "policies.tables.priority_mapping"?',
      'config/unknown-key | 2:1 | "phase_matrix" is not a setting and is ignored. | Did you mean "policies.tables.phase_matrix"?',
    ]);
  });

  it("reports unknown keys and suggests similar ones", () => {
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
      'config/unknown-key | 1:1 | "rule" is not a setting and is ignored. | Did you mean "rules"?',
      'config/unknown-key | 4:3 | "ignroe" is not a setting of "rules" and is ignored. | Did you mean "ignore"?',
      'config/unknown-key | 5:3 | "sqlite" is not a setting of "rules" and is ignored. | Did you mean "store.sqlite"?',
      'config/unknown-key | 6:3 | "wholly-different" is not a setting of "rules" and is ignored. | Settings of "rules" are dirs, default, dialects, personal, ignore, maxDirectories, maxDepth.',
      'config/unknown-key | 7:11 | "maxTokens" is not a setting of "budget" and is ignored. | Did you mean "tokens"?',
      'config/unknown-key | 8:1 | "dirs" is not a setting and is ignored. | Did you mean "policies.dirs" or "rules.dirs"?',
      'config/unknown-key | 9:1 | "404" is not a setting and is ignored. | Settings are rules, store, cache, user, tool, project, budget, tokens, order, format, export, references, policies, context, search, memory, sessions, watch.',
      'config/unknown-key | 10:1 | "__proto__" is not a setting and is ignored. | Settings are rules, store, cache, user, tool, project, budget, tokens, order, format, export, references, policies, context, search, memory, sessions, watch.',
    ]);
  });

  it("points into the anchor if an alias contains something invalid", () => {
    expect(problemsOf("rules: { dirs: &dirs [a, 1] }\nreferences: { allow: *dirs }\n")).toEqual([
      'config/invalid-value | 1:26 | "rules.dirs[1]" must be a string, not 1.',
      'config/invalid-value | 1:26 | "references.allow[1]" must be a string, not 1.',
    ]);
  });

  it("reports invalid patterns", () => {
    const many = "{a,b}".repeat(10);
    expect(problemsOf(`policies: { ignore: ["${many}"] }\n`).map((problem) => problem.slice(0, 23))).toEqual([
      "glob/too-complex | 1:22",
    ]);
    expect(problemsOf(`rules: { ignore: [1, "ok/**", "!${many}"] }\n`)).toEqual([
      'config/invalid-value | 1:19 | "rules.ignore[0]" must be a string, not 1.',
      `glob/too-complex | 1:31 | The pattern "${many}" expands to more than 1,000 alternatives; it matches nothing. | Split the pattern, or use \`*\` in place of the braces.`,
    ]);
  });

  it("is ignored if it is not valid YAML", () => {
    const hint =
      "Correct this location. Values that begin with `*`, `!`, `&` or `@` must be quoted. Until then the last valid configuration is used.";
    expect(readConfig("user: ada\nrules: {\n", file, configSchema).config).toBeUndefined();
    expect(readConfig("user: ada\nrules: [a\ntool: x\n", file, configSchema).diagnostics).not.toEqual([]);
    expect(problemsOf("user: ada\ntool: a: b\n")).toEqual([
      `config/yaml | 2:7 | The configuration is not valid YAML, and none of it is used: Nested mappings are not allowed in compact mappings. | ${hint}`,
    ]);
    expect(problemsOf("user: ada\nuser: bob\n")).toEqual([
      `config/yaml | 2:1 | The configuration is not valid YAML, and none of it is used: Map keys must be unique. | ${hint}`,
    ]);
    // YAML reads the pattern as an empty string with a tag.
    expect(problemsOf("rules:\n  ignore: [!examples/**]\n").map((problem) => problem.slice(0, 20))).toEqual([
      "config/yaml | 2:12 |",
    ]);
  });

  it("is refused if it is a list or a string", () => {
    expect(problemsOf("- user: ada\n")).toEqual([
      "config/not-a-mapping | 1:1 | The configuration is not a mapping of `key: value` lines. | Write settings as `key: value`, as in `tool: claude`.",
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
  ])("is handled safely if it is %s", (_, text) => {
    const { config, diagnostics } = readConfig(text, file, configSchema);
    expect(config).toBeUndefined();
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(["config/yaml"]));
    expect(diagnostics.length).toBeLessThanOrEqual(10);
  });
});
