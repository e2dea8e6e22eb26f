import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

/** Joined from parts, so that secret scanners do not report it. */
const token = ["hf", "_", "q8Zt2Lm9Xv4Rb7Nw3Kc6Yp1Dh5Js0Gf8Ta"].join("");
const shopToken = ["shp", "at_", "0123456789abcdef".repeat(2)].join("");

describe("the output of precept lint", () => {
  it("is SARIF for code hosts: it declares every rule, and fingerprints do not change if lines are inserted above", async () => {
    const sarifOf = async (body: string) => {
      const { precept } = await createProject({ ".precept/rules/a.md": nativeRule("a", {}, body) });
      const { out, code } = await precept(["lint", "--format", "sarif"]);
      return { code, log: JSON.parse(out) as { runs: [{ tool: { driver: { rules: unknown[] } }; results: object[] }] } };
    };
    const { code, log } = await sarifOf("A\u200bb.");
    const moved = await sarifOf("More.\n\nA\u200bb.");
    expect(code).toBe(1);
    expect(log.runs[0].tool.driver.rules.length).toBeGreaterThan(60);
    expect(log.runs[0].results).toMatchObject([{ ruleId: "text/invisible-character", fixes: [{}] }]);
    const fingerprints = [log, moved.log].map(({ runs: [{ results }] }) =>
      results.map((one) => "partialFingerprints" in one && one.partialFingerprints),
    );
    expect(fingerprints[0]).toEqual(fingerprints[1]);
  });

  it("is only annotations for GitHub Actions", async () => {
    const { precept } = await createProject({ ".precept/rules/a.md": nativeRule("a", {}, "A\u200bb.") });
    const { out } = await precept(["lint", "--format", "github"]);
    expect(out).toBe(
      "::warning file=.precept/rules/a.md,line=6,endLine=6,col=2,endColumn=2,title=text/invisible-character::The text contains an invisible character: " +
        "U+200B (zero width space).%0ARemove it: names and patterns that contain it match nothing.\n",
    );
  });

  it("is the same JSON with --json and --format json", async () => {
    const { precept } = await createProject({ ".precept/rules/a.md": nativeRule("a", {}, "A\u200bb.") });
    const [json, format] = await Promise.all([precept(["lint", "--json"]), precept(["lint", "--format", "json"])]);
    expect(format).toEqual(json);
    expect(JSON.parse(json.out)).toMatchObject({ diagnostics: [{ end_column: 3, fix: { safe: true } }] });
  });

  it("leaves out disabled codes, and refuses unknown ones", async () => {
    const { precept } = await createProject({ ".precept/rules/a.md": nativeRule("a", {}, "A\u200bb.") });
    expect(await precept(["lint", "--disable", "text/invisible-character"])).toMatchObject({ code: 0 });
    expect((await precept(["lint", "--disable", "text/invisible"])).err).toContain("text/invisible-character");
  });

  it("never contains a secret, and includes what secretlint finds", async () => {
    const { precept } = await createProject({
      ".precept/rules/a.md": nativeRule("a", {}, `Use ${token}.\n\nAnd ${shopToken} too.`),
    });
    const { out } = await precept(["lint", "--json"]);
    const { diagnostics } = JSON.parse(out) as { diagnostics: { code: string; line: number; message: string }[] };
    expect(diagnostics.map(({ code, line }) => `${code} ${line}`)).toEqual(["text/secret 6", "text/secret 8"]);
    expect(diagnostics[1]?.message).toMatch(/^secretlint found a possible secret/);
    expect(out).not.toContain(token.slice(8));
    expect(out).not.toContain(shopToken.slice(12));
  });

  it("compares patterns with the files that git lists, or without git with all files except dependencies and build output", async () => {
    const rule = nativeRule("a", { globs: '["node_modules/**"]' });
    const { precept, dir } = await createProject({
      ".precept/rules/a.md": rule,
      "node_modules/b/c.js": "",
      ".gitignore": "*.log\n",
      "x.log": "",
    });
    const codes = async () => (await precept(["lint"])).out.match(/\S+\/\S+$/gm);
    expect(await codes()).toEqual(["glob/unreachable"]);
    execFileSync("git", ["init", "--quiet"], { cwd: dir });
    expect((await precept(["lint"])).out).toContain("1 rule checked: no problems");
  });

  it("names rules that are not stored in a file", async () => {
    const { precept } = await createProject({ ".precept/config.yaml": "store:\n  sqlite: rules.db\n" });
    await precept(["create", "kept", "--description", "Kept", "--content", "A\u200bb.", "--store", "sqlite"]);
    expect((await precept(["lint"])).out).toContain('In the rule "kept": The text contains an invisible character');
  });
});

describe("precept conflicts", () => {
  it("shows both lines of a contradiction, and patterns that match nothing", async () => {
    const { precept } = await createProject({
      ".precept/rules/a.md": nativeRule("a", {}, "Always use named exports."),
      ".precept/rules/b.md": nativeRule("b", {}, "Text.\n\nNever use named exports."),
      ".precept/rules/c.md": nativeRule("c", { globs: "srcs/**" }),
      "src/a.ts": "",
    });
    const { out, code } = await precept(["conflicts"]);
    expect(out).toMatchInlineSnapshot(`
      "contradiction  "a" says "Always use named exports", and "b" says "Never use named exports".
          .precept/rules/a.md:6
          .precept/rules/b.md:8
      unreachableGlob  "c" never applies: no file of the project matches srcs/**. The directory "srcs" does not exist; "src" does.
          .precept/rules/c.md:4
      2 conflicts
      "
    `);
    expect(code).toBe(1);
    expect(JSON.parse((await precept(["conflicts", "--json"])).out)).toMatchObject({
      conflicts: [{ kind: "contradiction", places: [{ file: ".precept/rules/a.md", line: 6, column: 1 }, {}] }, {}],
    });
  });
});
