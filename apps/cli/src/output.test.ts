import { stripVTControlCharacters } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { displayWidth } from "./terminal/layout.ts";
import { createProject, nativeRule, type TestProject } from "../test/precept-in.ts";

const policies = [
  "id: HOUSE-1\nseverity: HIGH\nmessage: A password must not be written into a file of this project.\nsuggestion: Read it from the environment.\nmatch: { pattern: hunter2 }\ntests: { valid: [good], invalid: [hunter2] }\n",
  "id: HOUSE-2\nseverity: LOW\nmessage: Prefer named exports.\nmatch: { pattern: export default }\ntests: { valid: [good], invalid: [export default] }\n",
];

let project: TestProject;

beforeEach(async () => {
  project = await createProject({
    ".git/HEAD": "",
    ".precept/rules/billing-amounts.md": nativeRule("billing-amounts", {
      globs: '["src/billing/**/*.ts", "lib/**/*.ts"]',
      owner: "x",
    }),
    ".precept/rules/house.md": nativeRule("house", { owner: "x" }, "Always use tabs\u200b."),
    ".precept/rules/other.md": nativeRule("other", { owner: "y" }, "Never use tabs\u200b."),
    ".precept/rules/broken.md": "---\nname: broken\n---\n\nText.\n",
    ".precept/rules/broken-too.md": "---\nname: broken-too\n---\n\nText.\n",
    ".precept/policies/a.yaml": policies[0] ?? "",
    ".precept/policies/b.yaml": policies[1] ?? "",
    ".precept/policies/c.yaml": "id: BAD\nseverity: LOW\n",
    "src/billing/a.ts": 'const password = "hunter2";\nexport default password;\n',
  });
});

const letters = (text: string): string => [...text.replaceAll(/[\s·]/g, "")].toSorted().join("");

/** The lines that are too long, without single words, which are not broken, and lines to copy. */
function longLines(text: string, columns: number): readonly string[] {
  const isCopied = (line: string): boolean => /^Guide:|^Run `|^ {2}#|^ {2}precept |^\s*\S+$/.test(line);
  return text.split("\n").filter((line) => displayWidth(line) > columns && !isCopied(line));
}

const outputOf = async (args: readonly string[], columns?: number): Promise<string> => {
  const { out, err } = await project.precept(args, columns === undefined ? {} : { interactive: true, columns });
  return stripVTControlCharacters(out + err);
};

describe("a narrow terminal", () => {
  it.each([
    [["explain", "src/billing/a.ts"]],
    [["explain", "--all"]],
    [["lint"]],
    [["check"]],
    [["conflicts"]],
    [["doctor"]],
    [["policies", "list"]],
    [["policies", "show", "HOUSE-1"]],
    [["show", "billing-amounts"]],
    [["show", "billing-amount"]],
    [["--help"]],
  ])("shows all of %j at 40 and 80 columns, with no line that is too long and could be broken", async (args) => {
    const full = await outputOf(args);
    for (const columns of [40, 80]) {
      const narrow = await outputOf(args, columns);
      expect(longLines(narrow, columns)).toEqual([]);
      expect(letters(narrow)).toBe(letters(full));
    }
  });

  it.each([[["list"]], [["list", "--all"]]])("shows all of %j at 40 columns", async (args) => {
    const narrow = await outputOf(args, 40);
    expect(longLines(narrow, 40)).toEqual([]);
    expect(letters(narrow)).toBe(letters(await outputOf(args)));
  });

  it.each([
    [["list", "--wide"]],
    [["list", "--all"]],
    [["explain", "src/billing/a.ts"]],
    [["explain", "--all"]],
    [["lint"]],
    [["check"]],
    [["conflicts"]],
    [["doctor"]],
    [["policies", "list"]],
    [["show", "billing-amounts"]],
    [["export", "--to", "claude", "--dry-run"]],
    [["usage"]],
    [["search", "tabs"]],
  ])("breaks no path of %j, so that it can be copied", async (args) => {
    const pathsOf = (text: string): string[] =>
      [...new Set(text.match(/\.?[\w.-]+(?:\/[\w.-]+)+\.\w+/g))].filter((path) => !path.startsWith("github")).toSorted();
    const full = pathsOf(await outputOf(args));
    for (const columns of [20, 30, 40, 60]) expect(pathsOf(await outputOf(args, columns))).toEqual(full);
  });

  it("does not change what is written to a file or a pipe", async () => {
    expect((await project.precept(["list"], { columns: 40 })).out).toBe(await outputOf(["list"]));
  });
});

describe("identical diagnostics", () => {
  const group = /^( *)error {2}.*description.*\n\1 {4}\.precept\/rules\/broken-too\.md\S*\n\1 {4}\.precept\/rules\/broken\.md/m;

  it.each([[["list"]], [["explain"]], [["lint"]]])("are one line with their files below it in %j", async (args) => {
    expect(await outputOf(args)).toMatch(group);
  });

  it("are one line with their files below it in check", async () => {
    const stale = await createProject({
      ".precept/policies/a.yaml": "id: A\nseverity: LOW\nunknown: x\n",
      ".precept/policies/b.yaml": "id: B\nseverity: LOW\nunknown: x\n",
    });
    const { out } = await stale.precept(["check"]);
    expect(out).toMatch(/^\w+ {2}.*\n {4}\.precept\/policies\/a\.yaml.*\n {4}\.precept\/policies\/b\.yaml/m);
  });

  it("are separate with --json", async () => {
    const { out } = await project.precept(["lint", "--json"]);
    const { diagnostics } = JSON.parse(out) as { diagnostics: { file: string; message: string }[] };
    const broken = diagnostics.filter(({ file }) => file.includes("broken"));
    expect(new Set(broken.map(({ file }) => file)).size).toBe(2);
  });
});

describe("--quiet", () => {
  it("leaves out notes and warnings, and keeps errors", async () => {
    for (const args of [
      ["list", "--all"],
      ["explain", "--all"],
    ]) {
      expect(await outputOf(args)).toContain("rule/unknown-key");
      const quiet = await outputOf([...args, "--quiet"]);
      expect(quiet).not.toMatch(/rule\/unknown-key|warning|\bnote/);
      expect(quiet).toContain("error");
    }
  });

  it("leaves out what does not make lint fail", async () => {
    expect(await outputOf(["lint"])).toMatch(/info {2}.*rule\/unknown-key/);
    const { code, out } = await project.precept(["lint", "-q"]);
    expect(code).toBe(1);
    expect(out).toContain("warning");
    expect(out).not.toMatch(/info|--fix/);
  });

  it("leaves out what does not make check fail", async () => {
    expect(await outputOf(["check"])).toContain("HOUSE-2");
    const quiet = await outputOf(["check", "--quiet"]);
    expect(quiet).toContain("HOUSE-1");
    expect(quiet).not.toContain("HOUSE-2 P3");
  });

  it.each([
    [["disable", "house"]],
    [["edit", "house", "--priority", "7"]],
    [["export", "--to", "claude"]],
    [["export", "--to", "claude", "--from", "precept"]],
    [["init", "--yes"]],
  ])("prints nothing for %j", async (args) => {
    const { code, out } = await project.precept([...args, "--quiet"]);
    expect({ code, out }).toEqual({ code: 0, out: "" });
    // The second export is skipped, because nothing has changed.
    expect((await project.precept([...args, "--quiet"])).out).toBe("");
  });

  it("prints errors", async () => {
    expect(await project.precept(["show", "nothing", "--quiet"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("error") as string,
    });
  });
});
