import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { preceptProgram } from "@precept/testing/program";
import { describe, expect, it } from "vitest";
import { displayWidth } from "./terminal/layout.ts";
import { createProject, nativeRule } from "../test/precept-in.ts";

const rule = nativeRule("house");

describe("the command line", () => {
  it("ends with exit code 2 and a suggestion for an unknown option or command", async () => {
    const { precept } = await createProject({});
    const misspelt = await precept(["explian"]);
    expect(misspelt.code).toBe(2);
    expect(misspelt.err).toContain('Unknown command "explian".');
    expect(misspelt.err).toContain('Did you mean "explain"?');
    expect((await precept(["explain", "--promt", "x"])).err).toContain("Did you mean --prompt?");
    expect((await precept(["explain", "--max-rules", "few"])).err).toContain("Expected an integer of at least 0.");
    expect((await precept(["explain", "--variable", "x"])).err).toContain("Expected name=value.");
  });

  it("prints a short help without arguments", async () => {
    const { precept } = await createProject({});
    const { code, out, err } = await precept([], { interactive: true, columns: 80 });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(stripVTControlCharacters(out)).toMatchInlineSnapshot(`
      "Precept decides which rules apply to an agent's request, in what order and why.

        precept init     set up a project
        precept import   import rules, commands and servers of other tools
        precept explain  explain which rules apply, in what order and why
        precept export   write rules, commands and servers for other tools
        precept check    check files against the policies
        precept --help   show all commands and options
      "
    `);
    const narrow = await precept([], { interactive: true, columns: 40 });
    expect(narrow.out.split("\n").filter((line) => displayWidth(line) > 40)).toEqual([]);
  });

  it("prints help and its version on standard output", async () => {
    const { precept } = await createProject({});
    const help = await precept(["explain", "--help"]);
    expect(help.code).toBe(0);
    expect(help.out).toContain("Usage: precept explain [options] [files...]");
    expect(help.out).toContain("--rules-include <name-or-glob>");
    expect((await precept(["--version"])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("refuses a project directory that does not exist", async () => {
    const { precept } = await createProject({});
    expect(await precept(["explain", "--root", "nowhere"])).toEqual({
      code: 2,
      out: "",
      err: "error: No such directory: nowhere\n",
    });
    const json = await precept(["explain", "--root", "nowhere", "--json"]);
    expect(JSON.parse(json.err)).toMatchObject({ error: { code: "PATH_NOT_FOUND" } });
    expect((await precept(["explain", "--user", "../root"])).code).toBe(2);
  });

  it("resolves paths against the current directory, or against --root", async () => {
    const { precept } = await createProject({
      ".git/HEAD": "",
      ".precept/rules/ts.md": nativeRule("typescript", { globs: '"/src/deep/*.ts"' }),
      "src/deep/a.ts": "",
    });
    const namesOf = async (args: string[], cwd: string) => {
      const { out } = await precept(["list", "--json", ...args], { cwd });
      return (JSON.parse(out) as { rules: { name: string }[] }).rules.map(({ name }) => name);
    };
    expect(await namesOf(["--files", "a.ts"], "src/deep")).toEqual(["typescript"]);
    expect(await namesOf(["--files", "src/deep/a.ts"], "src/deep")).toEqual([]);
    expect(await namesOf(["--files", "src/deep/a.ts", "--root", "../.."], "src/deep")).toEqual(["typescript"]);
    expect(await namesOf(["--files", "src\\deep\\a.ts"], "")).toEqual(["typescript"]);
  });

  it("finds the nearest project above: a configuration before .git, .git before rule directories", async () => {
    const { precept } = await createProject({
      ".git/HEAD": "",
      ".precept/rules/outer.md": nativeRule("outer"),
      "packages/web/.cursor/rules/web.mdc": "---\nalwaysApply: true\n---\nWeb.\n",
      "apps/api/.precept/config.yaml": "",
      "apps/api/.precept/rules/api.md": nativeRule("api"),
      "apps/api/src/a.ts": "",
    });
    const inWeb = await precept(["list"], { cwd: "packages/web" });
    expect(inWeb.out).toContain("outer");
    expect(inWeb.out).toContain("packages/web/.cursor/rules/web.mdc");
    const inApi = await precept(["list"], { cwd: "apps/api/src" });
    expect(inApi.out).toContain(".precept/rules/api.md");
    expect(inApi.out).not.toContain("outer");
  });
});

describe("where rules come from", () => {
  const files = {
    ".precept/rules/project.md": nativeRule("project"),
    ".precept/local/rules/mine.md": nativeRule("shared", {}, "Mine."),
    ".precept/rules/shared.md": nativeRule("shared", {}, "Everybody's."),
    "extra/one.mdc": "---\nalwaysApply: true\n---\nOne.\n",
    "more/two.md": nativeRule("two"),
    "home/rules/global.md": nativeRule("global"),
    "home/users/ada/rules/ada.md": nativeRule("ada"),
  };
  const list = async (args: string[], env: Record<string, string> = {}) => {
    const { precept, dir } = await createProject(files);
    const { out } = await precept(["list", "--json", ...args], {
      env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replaceAll("DIR", dir)])),
    });
    return JSON.parse(out) as { rules: { name: string; scope: string }[]; diagnostics: { code: string; file: string }[] };
  };
  const names = async (args: string[], env?: Record<string, string>) => (await list(args, env)).rules.map(({ name }) => name);

  it("reads the rules of the project, the overlay and PRECEPT_HOME", async () => {
    expect(await names([])).toEqual(["project", "shared", "shared"]);
    const { rules } = await list(["--user", "ada"], { PRECEPT_HOME: "DIR/home" });
    expect(rules.map(({ name, scope }) => `${name} ${scope}`)).toEqual([
      "ada user",
      "global global",
      "project project",
      "shared project",
      "shared project",
    ]);
  });

  it("replaces a shared rule by the overlay's rule of the same name", async () => {
    const { precept } = await createProject(files);
    const { out } = await precept(["resolve"]);
    expect(out).toContain("Mine.");
    expect(out).not.toContain("Everybody's.");
  });

  it("adds --rules-dir, with .md and .mdc files in any dialect, and reads nothing else with --no-default-rules", async () => {
    expect(await names(["--rules-dir", "extra", "--rules-dir", "more"])).toEqual(["one", "project", "shared", "shared", "two"]);
    expect(await names(["--rules-dir", "extra", "--no-default-rules"])).toEqual(["one"]);
  });

  it("prefers flags to the environment", async () => {
    const env = { PRECEPT_RULES_DIRS: "DIR/extra:DIR/more" };
    expect(await names(["--no-default-rules"], env)).toEqual(["one", "two"]);
    expect(await names(["--no-default-rules", "--rules-dir", "more"], env)).toEqual(["two"]);
  });

  it("requests the rules of PRECEPT_RULES_INCLUDE, unless --rules-include names others", async () => {
    const { precept } = await createProject({
      ".precept/rules/a.md": nativeRule("coding-standards", { inclusion: "agentRequested" }),
      ".precept/rules/b.md": nativeRule("naming", { inclusion: "manual" }),
    });
    const env = { PRECEPT_RULES_INCLUDE: "coding-standards, naming" };
    expect((await precept(["resolve"], { env })).out).toMatch(/### coding-standards[^]*### naming/);
    const { out } = await precept(["resolve", "--rules-include", "nam*"], { env });
    expect(out).toContain("### naming");
    expect(out).not.toContain("### coding-standards");
  });

  it("reads the variables of goagent, unless Precept's own are set", async () => {
    const { precept } = await createProject({
      ".goagent/rules/a.mdc": "---\ndescription: How we name\n---\n\nName.\n",
      ...Object.fromEntries([1, 2, 3].map((at) => [`extra/${at}.mdc`, `---\nalwaysApply: true\n---\n\nText ${at}.\n`])),
    });
    const env = { GOAGENT_RULES_DIRS: "extra", GOAGENT_RULES_INCLUDE: "a", GOAGENT_MAX_RULES: "3" };
    const count = async (more: object, args: readonly string[] = []): Promise<number> => {
      const { out } = await precept(["resolve", ...args], { env: { ...env, ...more } });
      return out.match(/^(?:Text \d|Name)\.$/gm)?.length ?? 0;
    };
    expect(await count({ GOAGENT_MAX_RULES: "" })).toBe(4);
    expect(await count({})).toBe(3);
    expect(await count({ PRECEPT_MAX_DIALECT_RULES: "2" })).toBe(2);
    expect(await count({ PRECEPT_MAX_DIALECT_RULES: "2" }, ["--max-dialect-rules", "1"])).toBe(1);
    expect(await count({ PRECEPT_RULES_DIRS: ".goagent/rules" })).toBe(1);
    expect(await precept(["resolve"], { env: { GOAGENT_MAX_RULES: "many" } })).toMatchObject({
      code: 2,
      err: 'error: Invalid value for GOAGENT_MAX_RULES: "many".\nhint: Expected a whole number from 0.\n',
    });
    const { out } = await precept(["explain"], { env });
    expect(out).toContain("GOAGENT_MAX_RULES");
  });

  it("refuses a rule directory that does not exist, from a flag or from the environment", async () => {
    const { precept } = await createProject(files);
    const refusal = {
      code: 2,
      out: "",
      err:
        "error: No such rule directory: ../nowhere\n" +
        "hint: Correct --rules-dir or PRECEPT_RULES_DIRS, or create the directory.\n",
    };
    expect(await precept(["resolve", "--rules-dir", "../nowhere"])).toEqual(refusal);
    expect(await precept(["explain"], { env: { PRECEPT_RULES_DIRS: "../nowhere" } })).toEqual(refusal);
  });
});

describe("the program", () => {
  const start = (dir: string, args: readonly string[], stdin = "") =>
    new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) => {
      const child = spawn(process.execPath, [preceptProgram(), ...args], {
        cwd: dir,
        env: { ...process.env, PRECEPT_HOME: join(dir, "no-home") },
      });
      let out = "";
      let err = "";
      child.stdout.on("data", (chunk) => (out += String(chunk)));
      child.stderr.on("data", (chunk) => (err += String(chunk)));
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, out, err }));
      child.stdin.end(stdin);
    });

  it("reads standard input, writes plain text to a pipe and ends with the command's exit code", async () => {
    const { dir } = await createProject({
      ".precept/rules/a.md": rule,
      ".precept/rules/b.md": nativeRule("b", { inclusion: "manual" }),
    });
    const { code, out } = await start(dir, ["resolve", "--prompt", "-"], "please use @b");
    expect(out).toContain("### b\n");
    expect(out).not.toContain("\u001B");
    expect(code).toBe(0);
    await mkdir(join(dir, ".precept/rules"), { recursive: true });
    await writeFile(join(dir, ".precept/rules/c.md"), "---\nname: c\n---\n");
    expect((await start(dir, ["lint"])).code).toBe(1);
  });

  it("ends quietly when the reader of its output ends", async () => {
    const many = Array.from({ length: 200 }, (_, number) => [
      `.precept/rules/r${number}.md`,
      nativeRule(`r${number}`, {}, "x".repeat(5000)),
    ]);
    const { dir } = await createProject(Object.fromEntries(many) as Record<string, string>);
    const child = spawn(process.execPath, [preceptProgram(), "resolve", "--max-characters", "9000000"], {
      cwd: dir,
    });
    let err = "";
    child.stderr.on("data", (chunk) => (err += String(chunk)));
    child.stdout.once("data", () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(err).toBe("");
    expect(code).toBe(0);
  });
});
