import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../test/precept-in.ts";

const hint = "hint: No rules here. `precept init` writes a first rule; `precept import` takes over the rules of other tools.\n";
const mdc = "---\nalwaysApply: true\n---\nBe kind.\n";

describe("a project without rules", () => {
  it.each([[["list"]], [["explain"]], [["explain", "a.ts"]], [["resolve"]], [["export", "--to", "claude"]]])(
    "gets a hint at the next step from %j, on standard error only",
    async (args) => {
      const { precept } = await createProject({ ".git/HEAD": "" });
      const { code, out, err } = await precept(args);
      expect({ code, err }).toEqual({ code: 0, err: hint });
      expect(out).not.toContain("hint");
      // A second export is skipped, because nothing has changed.
      expect((await precept(args)).err).toBe(hint);
      expect((await precept([...args, "--quiet"])).err).toBe("");
      expect((await precept([...args, "--json"])).err).toBe("");
    },
  );

  it("gets a hint from import how to write a rule", async () => {
    const { precept } = await createProject({ ".git/HEAD": "" });
    expect((await precept(["import"])).err).toBe("hint: No rules of other tools here. `precept init` writes a first rule.\n");
    expect((await precept(["import", "--json"])).err).toBe("");
  });

  it("gets the hint from an export without a tool, before the error", async () => {
    const { precept } = await createProject({ ".git/HEAD": "" });
    const { code, err } = await precept(["export"]);
    expect([code, err]).toEqual([2, expect.stringContaining(`${hint}error: No tool to export to.`)]);
    expect(JSON.parse((await precept(["export", "--json"])).err) as object).toHaveProperty("error");
  });

  it("gets a hint at .mdc files that no tool reads", async () => {
    const { precept } = await createProject({
      ".git/HEAD": "",
      "docs/rules/a.mdc": mdc,
      "docs/rules/more/b.mdc": mdc,
      "guides/c.mdc": mdc,
      "node_modules/x/rules/d.mdc": mdc,
    });
    expect((await precept(["list"])).err).toBe(
      "hint: No tool reads its rules from guides (1 .mdc file), docs/rules (2 .mdc files). " +
        "Pass `--rules-dir guides --rules-dir docs/rules` to use them, or name them in `rules.dirs` of .precept/config.yaml.\n",
    );
    const named = await precept(["list", "--rules-dir", "docs/rules"]);
    expect(named.err).toBe("");
    expect(named.out).toContain("2 rules");
  });
});

describe("a project with rules", () => {
  it("gets no hint if none of them applies", async () => {
    const { precept } = await createProject({
      ".git/HEAD": "",
      "rules/a.mdc": mdc,
      "packages/web/.precept/rules/ts.md": nativeRule("typescript", { globs: '"**/*.ts"' }),
    });
    for (const args of [["list", "--files", "a.css"], ["explain", "a.css"], ["resolve", "a.css"], ["import"]])
      expect((await precept(args)).err).toBe("");
  });

  it("gets no hint if a problem says why there are none", async () => {
    const { precept } = await createProject({ ".git/HEAD": "", ".precept/rules/a.md": "---\nname: [\n---\n" });
    expect((await precept(["list"])).err).toBe("");
  });
});
