import type { WireDiagnostic, WireRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../terminal/layout.ts";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

const files = {
  ".precept/rules/ts.md": nativeRule("typescript", { globs: '"src/**/*.ts"' }),
  ".precept/rules/off.md": nativeRule("off", { enabled: false }),
  ".precept/rules/claude.md": nativeRule("claude-only", { targets: "[claude]" }),
  "packages/web/.cursor/rules/web.mdc": "---\nalwaysApply: true\n---\nWeb.\n",
};

describe("precept list", () => {
  it("lists all rules as a table", async () => {
    const { precept } = await createProject(files);
    expect((await precept(["list"])).out).toMatchInlineSnapshot(`
      "name         scope    applies                     priority  file
      claude-only  project  always                      50        .precept/rules/claude.md
      off          project  disabled                    50        .precept/rules/off.md
      typescript   project  src/**/*.ts                 50        .precept/rules/ts.md
      web          project  always inside packages/web  50        packages/web/.cursor/rules/web.mdc

      4 rules
      "
    `);
  });

  it("prints a line for each rule in a terminal of 80 columns, and everything with --wide or to a pipe", async () => {
    const globs = '["src/billing/**/*.ts", "lib/**/*.ts", "packages/*/src/**/*.tsx"]';
    const deep = "packages/design-system/.cursor/rules/components/buttons-and-links.mdc";
    const { precept } = await createProject({
      ...files,
      ".precept/rules/billing/amounts-of-invoices.md": nativeRule("amounts-of-invoices-and-orders", { globs }),
      [deep]: "---\nalwaysApply: true\n---\nButtons.\n",
    });
    const env = { NO_COLOR: "1" };
    const narrow = await precept(["list"], { interactive: true, columns: 80, env });
    expect(narrow.out).toMatchInlineSnapshot(`
      "name          scope    applies       priority  file
      amounts-of-…  project  src/billing…  50        .precept/ru…mounts-of-invoices.md
      buttons-and…  project  always insi…  50        packages/de…buttons-and-links.mdc
      claude-only   project  always        50        .precept/rules/claude.md
      off           project  disabled      50        .precept/rules/off.md
      typescript    project  src/**/*.ts   50        .precept/rules/ts.md
      web           project  always insi…  50        packages/we….cursor/rules/web.mdc

      6 rules; --wide prints full names, patterns and paths
      "
    `);
    for (const columns of [70, 80, 100]) {
      const lines = (await precept(["list"], { interactive: true, columns, env })).out.split("\n");
      expect(lines).toHaveLength(10);
      expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
    }
    const piped = (await precept(["list"])).out;
    for (const text of [deep, "src/billing/**/*.ts, lib/**/*.ts, packages/*/src/**/*.tsx"]) expect(piped).toContain(text);
    expect((await precept(["list", "--wide"], { interactive: true, columns: 80, env })).out).toBe(piped);
  });

  it("says why there are none outside a project, where nothing below is searched unless a command changes files or names the directory", async () => {
    const { precept } = await createProject({ "web/.cursor/rules/web.mdc": "---\nalwaysApply: true\n---\nWeb.\n" });
    expect((await precept(["list"])).out).toContain("roots/no-project");
    expect((await precept(["list", "--root", "."])).out).toContain("always inside web");
    expect((await precept(["export", "--to", "claude"])).out).toContain("created  web/.claude/rules/web.md");
    expect((await precept(["list"])).out).toContain("always inside web");
  });

  it("lists rules in the wire format with --json", async () => {
    const { precept } = await createProject(files);
    const { rules, diagnostics } = JSON.parse((await precept(["list", "--json"])).out) as {
      rules: WireRule[];
      diagnostics: WireDiagnostic[];
    };
    expect(rules.map(({ name }) => name)).toEqual(["claude-only", "off", "typescript", "web"]);
    expect(rules[2]).toMatchObject({
      id: "project:.precept/rules/ts.md",
      scope: "project",
      inclusion: "fileMatch",
      globs: ["src/**/*.ts"],
      file_match_pattern: "src/**/*.ts",
      priority: 50,
      override: false,
      enabled: true,
      dialect: "precept",
      source_path: ".precept/rules/ts.md",
    });
    expect(rules[3]).toMatchObject({
      dialect: "cursor",
      base: "packages/web",
      source_path: "packages/web/.cursor/rules/web.mdc",
    });
    expect(diagnostics).toEqual([]);
  });

  it("lists the rules that apply to --files", async () => {
    const { precept } = await createProject(files);
    const { out } = await precept(["list", "--json", "--files", "packages/web/src/index.html", "--tool", "cursor"]);
    expect((JSON.parse(out) as { rules: WireRule[] }).rules.map(({ name }) => name)).toEqual(["web"]);
  });

  it("lists the rules of one scope", async () => {
    const { precept } = await createProject({
      ...files,
      "home/rules/global.md": nativeRule("global-rule"),
      "home/users/ada/rules/tone.md": nativeRule("tone"),
    });
    const env = { PRECEPT_HOME: "home" };
    const namesOf = async (...args: readonly string[]) => {
      const { out } = await precept(["list", "--json", "--user", "ada", ...args], { env });
      return (JSON.parse(out) as { rules: WireRule[] }).rules.map(({ name }) => name);
    };
    expect(await namesOf("--scope", "global")).toEqual(["global-rule"]);
    expect(await namesOf("--scope", "user")).toEqual(["tone"]);
    expect(await namesOf("--scope", "project", "--files", "packages/web/a.ts")).toEqual(["claude-only", "web"]);
    expect(await namesOf("--scope", "session")).toEqual([]);
  });

  it("names --user if --scope user is given without a user", async () => {
    const { precept } = await createProject(files);
    expect(await precept(["list", "--scope", "user"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--scope user requires --user <id>") as string,
    });
  });

  it("lists the rules of the user of the configuration", async () => {
    const { precept } = await createProject({
      ".precept/config.yaml": "user: ada\n",
      "home/users/ada/rules/tone.md": nativeRule("tone"),
    });
    expect((await precept(["list", "--scope", "user"], { env: { PRECEPT_HOME: "home" } })).out).toMatch(/^tone +user/m);
  });
});
