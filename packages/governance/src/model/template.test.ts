import { describe, expect, it } from "vitest";
import { buildPolicy } from "../../test/policies.ts";
import { fillReplacement, fillTemplate, letterCases, placeholdersOf, referencesOf, templateValuesOf } from "./template.ts";

describe("a message", () => {
  it("seed 6.3: fills placeholders, in another letter case if one is named", () => {
    const values = { name: "parse_Data", "1": "parse_Data", line: "42" };
    expect(fillTemplate("Function '{name}' violates snake_case rule", values)).toBe(
      "Function 'parse_Data' violates snake_case rule",
    );
    expect(fillTemplate("Rename to '{1:snake_case}' ({line})", values)).toBe("Rename to 'parse_data' (42)");
  });

  it("can contain texts and numbers of the metadata, and fields of the policy", () => {
    const metadata = { max: 3, team: "web", on: true, list: [1] };
    const { id, version, category, severity, ...values } = templateValuesOf(buildPolicy({ id: "A", severity: "LOW", metadata }));
    expect(values).toEqual({ max: "3", team: "web" });
    expect([id, version, category, severity]).toEqual(["A", expect.any(String), expect.any(String), "LOW"]);
  });

  it("keeps unknown placeholders, since messages may contain code", () => {
    const message = "Use {} or {foo} or ${bar} or {name:nonsense} or {constructor}";
    expect(fillTemplate(message, { name: "x" })).toBe(message);
  });

  it("does not fill placeholders in values", () => {
    expect(fillTemplate("{match}", { match: "{line}", line: "7" })).toBe("{line}");
  });

  it("lists its placeholders", () => {
    expect(placeholdersOf("{a} {1:lower} { b }")).toEqual([{ name: "a" }, { name: "1", style: "lower" }]);
  });
});

describe("a replacement", () => {
  const groups = { "1": "parse_Data", name: "parse_Data", "12": "twelve" };

  it.each([
    ["$1()", "parse_Data()"],
    ["$<name>()", "parse_Data()"],
    ["[$&]", "[def parse_Data]"],
    ["$$1", "$1"],
    ["${name:snake_case}", "parse_data"],
    ["${1:PascalCase}$1", "ParseDataparse_Data"],
    ["${1}0", "parse_Data0"],
    ["$12", "twelve"],
    ["$2|$<other>|", "||"],
    ["$x", "$x"],
  ])("%s becomes %s", (replacement, expected) => {
    expect(fillReplacement(replacement, "def parse_Data", groups)).toBe(expected);
  });

  it("lists its group references", () => {
    expect(referencesOf("$1 $<a> ${b:lower} $$2 $&")).toEqual([{ name: "1" }, { name: "a" }, { name: "b", style: "lower" }]);
  });
});

describe("a letter case", () => {
  it.each([
    ["snake_case", "parse_Data", "parse_data"],
    ["snake_case", "parseHTTPResponse2", "parse_http_response2"],
    ["UPPER_CASE", "maxRetries", "MAX_RETRIES"],
    ["kebab-case", "My Component", "my-component"],
    ["camelCase", "user_name", "userName"],
    ["PascalCase", "user-name", "UserName"],
    ["lower", "Ä B", "ä b"],
    ["upper", "ab", "AB"],
    ["trim", " a ", "a"],
  ])("%s of %s is %s", (style, name, written) => {
    expect(letterCases[style]?.(name)).toBe(written);
  });
});
