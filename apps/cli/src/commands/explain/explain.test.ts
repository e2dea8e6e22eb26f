import type { WireResolution } from "@precept/core";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

const files = {
  ".precept/rules/always.md": nativeRule("house"),
  ".precept/rules/ts.md": nativeRule("typescript", { globs: '"src/**/*.ts"', priority: 80 }),
  ".precept/rules/py.md": nativeRule("python", { globs: '"**/*.py"' }),
  ".precept/rules/review.md": nativeRule("security-review", { inclusion: "manual" }),
  ".precept/rules/broken.md": "---\nname: broken\n---\n\nNo description.\n",
};

describe("precept explain", () => {
  it("shows which rules apply and why, which do not, and the diagnostics of rule files", async () => {
    const { precept, dir } = await createProject(files);
    const { out, err, code } = await precept(["explain", "src/a.ts", "--prompt", "use @security-review", "--root", dir]);
    expect(out.replaceAll(dir, "/project")).toMatchInlineSnapshot(`
      "project    /project
      files      src/a.ts
      requested  security-review

      Applies (3 rules of 4: 60 characters, ~15 tokens)
        1  typescript  file pattern matched: src/**/*.ts (src/a.ts)
           .precept/rules/ts.md · project · priority 80 · 20 characters, ~5 tokens
        2  house  always included
           .precept/rules/always.md · project · priority 50 · 15 characters, ~4 tokens
        3  security-review  requested by name: security-review
           .precept/rules/review.md · project · priority 50 · 25 characters, ~6 tokens

      Does not apply (1 rule)
        python  no file matched **/*.py

      Problems (1 error)
        .precept/rules/broken.md:1:1  error  The field "description" is missing.  rule/field-missing
            Add a line \`description: …\` to the front matter.
      "
    `);
    expect(err).toBe("");
    expect(code).toBe(0);
  });

  it("shows the nearest misses among relevant rules, best first, and the others below", async () => {
    const relevant = (name: string, text: string) => nativeRule(name, { inclusion: "relevant" }, text);
    const { precept } = await createProject({
      ".precept/rules/money.md": relevant("money", "Store amounts in cents."),
      ".precept/rules/names.md": relevant("names", "Give variables a short and useful name."),
      ".precept/rules/tests.md": relevant("tests", "Write a test for each useful change."),
      ".precept/rules/zebra.md": relevant("zebra", "Draw zebras."),
    });
    const { out } = await precept([
      "explain",
      "--prompt",
      "store amounts of something useful in a variable that has no name or test or sense",
    ]);
    const [, missed = ""] = /^Nearest misses \(.*best first\)\n((?: {2}.*\n)+)/m.exec(out) ?? [];
    const scores = [...missed.matchAll(/words (\d\.\d\d)/g)].map(([, score]) => Number(score));
    expect(scores.length).toBeGreaterThan(1);
    expect(scores).toEqual(scores.toSorted((left, right) => right - left));
    expect(out).toMatch(/^Does not apply \(1 rule\)\n {2}zebra {2}/m);
  });

  it("answers as one JSON object with --json", async () => {
    const { precept } = await createProject(files);
    const { out } = await precept(["explain", "src/a.ts", "--json"]);
    const answer = JSON.parse(out) as WireResolution;
    expect(answer.applied).toEqual([
      {
        id: "project:.precept/rules/ts.md",
        name: "typescript",
        scope: "project",
        inclusion: "fileMatch",
        priority: 80,
        reason: "file pattern matched: src/**/*.ts (src/a.ts)",
        matched_files: ["src/a.ts"],
        context_vars: {},
        source_path: ".precept/rules/ts.md",
        characters: 20,
        tokens: 5,
        cut: false,
      },
      expect.objectContaining({ name: "house", reason: "always included", matched_files: [] }),
    ]);
    expect(answer.skipped.map(({ name, reason }) => [name, reason])).toEqual([
      ["python", "no file matched **/*.py"],
      ["security-review", "manual, and not requested by name"],
    ]);
    expect(answer.diagnostics).toEqual([
      expect.objectContaining({
        code: "rule/field-missing",
        severity: "error",
        file: ".precept/rules/broken.md",
        line: 1,
        column: 1,
      }),
    ]);
    expect(answer.totals).toMatchObject({ evaluated: 4, matched: 2, applied: 2, characters: 35, tokens: 9 });
    expect(answer.prompt).toContain("### typescript");
    expect(answer.conflicts).toEqual([]);
    expect(answer.dropped).toEqual([]);
  });

  it("reads the prompt from standard input", async () => {
    const { precept } = await createProject(files);
    const { out } = await precept(["explain", "--prompt", "-", "--json"], { input: "read `tools/x.py`, please\n" });
    expect((JSON.parse(out) as WireResolution).applied.map(({ name }) => name)).toEqual(["house", "python"]);
  });

  it("explains conflicts and names the winner", async () => {
    const { precept } = await createProject({
      ".precept/rules/a/money.md": nativeRule("money"),
      ".precept/rules/b/money.md": nativeRule("money"),
    });
    const { out } = await precept(["explain", "--json"]);
    expect((JSON.parse(out) as WireResolution).conflicts).toEqual([
      {
        kind: "duplicateName",
        names: ["money", "money"],
        ids: ["project:.precept/rules/a/money.md", "project:.precept/rules/b/money.md"],
        winner: "project:.precept/rules/a/money.md",
        detail:
          '"money" is declared twice at project scope; .precept/rules/a/money.md applies and .precept/rules/b/money.md does not.',
      },
    ]);
    expect((await precept(["explain"])).out).toContain('Conflicts (1)\n  duplicateName  "money" is declared twice');
  });

  it("lists the rules that the budget dropped, with their size", async () => {
    const { precept } = await createProject({
      ".precept/rules/long.md": nativeRule("long", { priority: 90 }, "x".repeat(200)),
      ".precept/rules/short.md": nativeRule("short"),
    });
    const { out } = await precept(["explain", "--max-characters", "100", "--json"]);
    const answer = JSON.parse(out) as WireResolution;
    expect(answer.applied.map(({ name }) => name)).toEqual(["short"]);
    expect(answer.dropped).toEqual([expect.objectContaining({ name: "long", limit: "larger", characters: 201, tokens: 30 })]);
    const cut = await precept(["explain", "--max-characters", "100", "--overflow", "ellipsis", "--json"]);
    expect((JSON.parse(cut.out) as WireResolution).applied[0]).toMatchObject({ name: "long", cut: true, characters: 100 });
  });

  it("shows where limits come from, what counted tokens, and rules that are longer than the tool reads", async () => {
    const { precept } = await createProject({
      ".precept/rules/long.md": nativeRule("long", {}, "word ".repeat(3000)),
      ".precept/rules/next.md": nativeRule("next", { priority: 1 }, "Use tabs."),
    });
    const args = ["explain", "--tool", "windsurf", "--view", "rules", "--max-tokens", "4100", "--model", "claude-opus-4-7"];
    const { out, err } = await precept(args);
    expect(out).toContain(
      "Budget (tokens by tokenx for claude-4.7, an estimate)\n  4,100 tokens                     request\n  12,000 characters for each rule  limit of windsurf\n",
    );
    expect(out).toMatch(/long\.md · project · priority 50 · 15,001 characters, ~4,0\d\d tokens/);
    expect(out).toMatch(/exceeds the limit of windsurf: 12,000 characters/);
    expect(err).toBe("");
    const codex = await precept(["explain", "--tool", "codex", "--view", "rules"]);
    expect(codex.out).toContain("Budget (tokens by tokenx, an estimate)\n  32,768 bytes  limit of codex\n");
  });

  it("reports gaps on standard error only", async () => {
    const { precept } = await createProject({
      ".precept/config.yaml": "rules: { dirs: [gone] }",
      ".precept/rules/law.md": nativeRule("law", { authority: "absolute" }, "x".repeat(200)),
    });
    const { out, err, code } = await precept(["explain", "--max-characters", "100"]);
    expect(err).toContain("root/missing");
    expect(err).toContain("budget/absolute-dropped");
    expect(out).toMatch(
      /Dropped by the budget \(1 rule\)\n {2}law {2}larger than the whole budget, despite its absolute authority/,
    );
    expect(out).not.toContain("Problems");
    expect(code).toBe(0);
    const { diagnostics } = JSON.parse((await precept(["explain", "--max-characters", "100", "--json"])).out) as WireResolution;
    expect(diagnostics.map(({ code: one, incomplete }) => [one, incomplete])).toEqual([
      ["root/missing", true],
      ["budget/absolute-dropped", true],
    ]);
  });

  it("shows notes only with --all", async () => {
    const { precept } = await createProject({ ".cursor/rules/star.mdc": "---\nglobs: *.ts\n---\nText.\n" });
    expect((await precept(["explain", "a.ts"])).out).toMatch(/1 note; --all shows it\n$/);
    expect((await precept(["explain", "a.ts", "--all"])).out).toContain("cursor/not-yaml");
  });

  it("shows the first twenty of many rules that do not apply, and all with --all", async () => {
    const many = Array.from({ length: 30 }, (_, number) => [
      `.precept/rules/r${number}.md`,
      nativeRule(`r${number}`, { inclusion: "manual" }),
    ]);
    const { precept } = await createProject(Object.fromEntries(many) as Record<string, string>);
    expect((await precept(["explain"])).out).toContain("… and 10 more; --all shows them");
    expect((await precept(["explain", "--all"])).out).not.toContain("more; --all");
  });

  it("uses colours only in a terminal without NO_COLOR", async () => {
    const { precept } = await createProject(files);
    expect((await precept(["explain"], { interactive: true })).out).toContain("\u001B[32mhouse\u001B[39m");
    expect((await precept(["explain"])).out).not.toContain("\u001B");
    expect((await precept(["explain"], { interactive: true, env: { NO_COLOR: "1" } })).out).not.toContain("\u001B");
    expect((await precept(["explain"], { interactive: true, env: { TERM: "dumb" } })).out).not.toContain("\u001B");
  });

  it("escapes file names and rule texts", async () => {
    const { precept } = await createProject({ ".precept/rules/a.md": nativeRule('"a\\u001b[2Jb"') });
    const { out } = await precept(["explain"]);
    expect(out).toContain("a\\u001b[2Jb");
    expect(out).not.toContain("\u001B");
  });

  it("says if there are no rules", async () => {
    const { precept } = await createProject({ "src/a.ts": "" });
    const { out, code } = await precept(["explain", "src/a.ts"]);
    expect(out).toContain("Applies (no rules here)");
    expect(code).toBe(0);
  });
});
