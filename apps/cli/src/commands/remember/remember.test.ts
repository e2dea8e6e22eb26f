import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { anyCodePoint, propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule, type TestProject } from "../../../test/precept-in.ts";

const database = { ".precept/config.yaml": "store:\n  sqlite: true\n" };
const inFiles = { ".git/HEAD": "" };

interface WireRule {
  readonly name: string;
  readonly content: string;
  readonly [field: string]: unknown;
}

async function listed({ precept }: TestProject, ...args: readonly string[]): Promise<readonly WireRule[]> {
  const { out } = await precept(["list", "--json", ...args]);
  return (JSON.parse(out) as { rules: readonly WireRule[] }).rules;
}

describe("precept remember", () => {
  it("stores a relevant rule in the database, and names it after its text", async () => {
    const project = await createProject(database);
    const { out, code } = await project.precept(["remember", "Store amounts in cents."]);
    expect(out).toBe("remembered store-amounts-in-cents  sqlite: project:store-amounts-in-cents\n");
    expect(code).toBe(0);
    expect(await listed(project)).toMatchObject([
      { content: "Store amounts in cents.", inclusion: "relevant", authority: "default", scope: "project", source: "cli" },
    ]);
  });

  it("stores a native file if there is no database, or with --store", async () => {
    for (const [files, args] of [
      [inFiles, []],
      [database, ["--store", "fs"]],
    ] as const) {
      const project = await createProject(files);
      await project.precept(["remember", "Use tabs.", ...args]);
      expect(await readdir(join(project.dir, ".precept/rules"))).toEqual(["use-tabs.md"]);
      expect(await listed(project)).toMatchObject([
        { name: "use-tabs", content: "Use tabs.", inclusion: "relevant", source: "cli" },
      ]);
    }
  });

  it.each([
    ["files", inFiles],
    ["a database", database],
  ])("sets every field that options name, in %s", async (_, files) => {
    const project = await createProject(files);
    const options = ["--category", "preference", "--authority", "absolute", "--tag", "topic:style", "--tag", "team:web"];
    const more = ["--context", "review", "--target", "claude", "--name", "tabs", "--inclusion", "manual"];
    await project.precept(["remember", "Use tabs.", ...options, ...more]);
    expect(await listed(project)).toMatchObject([
      {
        name: "tabs",
        category: "preference",
        authority: "absolute",
        tags: ["topic:style", "team:web"],
        contexts: ["review"],
        tool_targets: ["claude"],
        inclusion: "manual",
      },
    ]);
  });

  it("applies the rule to prompts that it is relevant to, and one of absolute authority to every prompt", async () => {
    const project = await createProject(database);
    await project.precept(["remember", "Store amounts in cents."]);
    await project.precept(["remember", "Never delete audit logs.", "--authority", "absolute"]);
    const { out } = await project.precept(["resolve", "--prompt", "store the amounts"]);
    expect(out).toContain("Store amounts in cents.");
    expect(out).toContain("Never delete audit logs.");
    const other = (await project.precept(["resolve", "--prompt", "draw a zebra"])).out;
    expect(other).not.toContain("Store amounts");
    expect(other).toContain("Never delete audit logs.");
  });

  it("reads the text from standard input", async () => {
    const project = await createProject(database);
    for (const args of [["-"], []]) {
      expect((await project.precept(["remember", ...args], { input: `From a pipe ${args.length}.\n` })).code).toBe(0);
    }
    expect((await listed(project)).map(({ content }) => content)).toEqual(["From a pipe 0.\n", "From a pipe 1.\n"]);
  });

  it("remembers each entry of the lists in files, and says which it left out and why", async () => {
    const known = ["Use tabs for indentation in all files.", "Name branches after the ticket."];
    const project = await createProject({
      ...inFiles,
      "notes/a.md": `# Notes\n\n- Store amounts in cents.\n- ${known[0]?.toUpperCase()}\n- Use tabs for indentation in all new files.\n`,
      "notes/b.md": "* [2026-02-15] Write dates in UTC.\n* store amounts in CENTS.\n",
    });
    for (const text of known) await project.precept(["remember", text]);
    const { out, code } = await project.precept(["remember", "--file", "notes", "--tag", "team:web", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      rules: [
        { content: "Store amounts in cents.", tags: ["team:web"], source: "cli", status: "active" },
        { content: "Write dates in UTC.", tags: ["team:web"] },
      ],
      known: [{ name: "use-tabs-for-indentation-in" }],
      left_out: [
        { content: "Use tabs for indentation in all new files.", reason: expect.stringContaining("use-tabs") as string },
      ],
    });
    const again = await project.precept(["remember", "--file", "notes/a.md", "--file", "notes/b.md", "--force"]);
    expect(again).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Remembered: 1 new rule, 3 known ones, 0 left out\n/) as string,
    });
  });

  it.each([
    [["Text.", "--file", "a.md"], "--file cannot be combined with a text"],
    [["--file", "a.md", "--name", "a"], "--file cannot be combined with --name"],
    [["--file", "gone.md"], "No such file"],
  ])("refuses %j", async (args, message) => {
    const { precept } = await createProject({ ...inFiles, "a.md": "- Use tabs.\n" });
    const { code, err } = await precept(["remember", ...args]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it.each([
    ["", []],
    [" \n", ["-"]],
  ])("refuses the empty text %j", async (input, args) => {
    const project = await createProject(inFiles);
    const { code, err } = await project.precept(["remember", ...args], { input });
    expect([code, err]).toEqual([2, expect.stringContaining("has no text")]);
    expect(await readdir(project.dir)).toEqual([".git"]);
  });

  it.each([
    ["files", inFiles],
    ["a database", database],
  ])("does nothing if a rule has the same text, and names it, in %s", async (_, files) => {
    const project = await createProject(files);
    await project.precept(["remember", "Use tabs for indentation.", "--name", "tabs"]);
    const { out, code } = await project.precept(["remember", " Use  tabs\nfor indentation. "]);
    expect(out).toMatch(/^already remembered as tabs {2}/);
    expect(code).toBe(0);
    const { out: json } = await project.precept(["remember", "Use tabs for indentation.", "--json"]);
    expect(JSON.parse(json)).toMatchObject({ saved: false, duplicate: true, rule: { name: "tabs" } });
    expect(await listed(project)).toHaveLength(1);
  });

  it("saves the same text again in another scope, and for another user", async () => {
    const project = await createProject(database);
    const remember = (...args: readonly string[]) => project.precept(["remember", "Answer briefly.", "--force", ...args]);
    for (const args of [[], ["--scope", "global"], ["--scope", "user", "--user", "ada"], ["--scope", "user", "--user", "bob"]]) {
      const location = args.includes("user") ? ["--store", "sqlite"] : [];
      expect((await remember(...args, ...location)).out).toMatch(/^remembered answer-briefly /);
    }
    expect((await listed(project, "--all-tenants")).map(({ id }) => String(id)).toSorted()).toEqual([
      "global:answer-briefly",
      "project:answer-briefly",
      "user:ada/answer-briefly",
      "user:bob/answer-briefly",
    ]);
  });

  it("saves one rule if two processes remember the same text", async () => {
    const project = await createProject(database);
    await project.precept(["remember", "Something else first."]);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => project.precept(["remember", "Store amounts in cents."])));
    expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(await listed(project)).toHaveLength(2);
  });

  it("numbers the names of different texts with the same first words", async () => {
    const project = await createProject(database);
    await project.precept(["remember", "Use tabs in all source files of the shop"]);
    const { out } = await project.precept([
      "remember",
      "Use tabs in all source code except YAML, where indentation is two spaces",
    ]);
    expect(out).toMatch(/^remembered use-tabs-in-all-source-2 /);
  });

  it("refuses a name that is taken, or that no prompt can refer to", async () => {
    const project = await createProject(database);
    await project.precept(["remember", "Use tabs.", "--name", "style"]);
    const taken = await project.precept(["remember", "Write tests for each function.", "--name", "style"]);
    expect([taken.code, taken.err]).toEqual([2, expect.stringContaining('A rule named "style" already exists')]);
    expect((await project.precept(["remember", "Text.", "--name", "../x"])).code).toBe(2);
  });

  it("refuses a near-duplicate without a terminal, and saves it with --force", async () => {
    const project = await createProject(database);
    await project.precept(["remember", "Always use tabs for indentation in all files.", "--name", "tabs"]);
    const args = ["remember", "Always use tabs for indentation in all new files."];
    expect(await project.precept(args)).toEqual({
      code: 1,
      out: "",
      err: expect.stringContaining("hint: Pass --replaces tabs to replace that rule, or --force to save both.\n"),
    });
    expect(await listed(project)).toHaveLength(1);
    expect((await project.precept([...args, "--force"])).code).toBe(0);
    expect(await listed(project)).toHaveLength(2);
  });

  it("shows a contradiction and asks in a terminal", async () => {
    const project = await createProject(database);
    await project.precept(["remember", "Always use tabs for indentation.", "--name", "tabs"]);
    const args = ["remember", "Never use tabs for indentation."];
    const refused = await project.precept(args, { interactive: true, columns: 80, answer: false, env: { NO_COLOR: "1" } });
    expect(refused.err).toContain('"tabs" says "Always use tabs for indentation"');
    expect(refused.out).toBe("not saved\n");
    expect(await listed(project)).toHaveLength(1);
    await project.precept(args, { interactive: true, answer: true });
    expect(await listed(project)).toHaveLength(2);
  });

  it.each([
    ["Use pnpm.", "Never use pnpm.", 1],
    ["Use pnpm.", "Use yarn.", 1],
    ["Store amounts in cents, never as floats.", "Store amounts as floats.", 1],
  ])("finds contradictions by words, as the guide says of %j and %j", async (known, added, code) => {
    const guide = readFileSync(join(import.meta.dirname, "../../../../../docs/guides/memory.md"), "utf8").replace(/\s+/g, " ");
    for (const text of [known, added]) expect(guide).toContain(`"${text}"`);
    const project = await createProject(database);
    await project.precept(["remember", known]);
    expect((await project.precept(["remember", added])).code).toBe(code);
  });

  it("supersedes a rule with --replaces, and does not compare with it", async () => {
    const project = await createProject(database);
    await project.precept(["remember", "Always use tabs for indentation.", "--name", "tabs"]);
    const { out } = await project.precept([
      "remember",
      "Never use tabs for indentation.",
      "--name",
      "spaces",
      "--replaces",
      "tabs",
    ]);
    expect(out).toBe("remembered spaces  sqlite: project:spaces  (replaces tabs)\n");
    expect((await project.precept(["explain", "--prompt", "tabs for indentation"])).out).toMatch(/tabs +superseded by/);
  });

  it("stores a rule for a time, in files and in a database", async () => {
    for (const files of [inFiles, database]) {
      const { precept } = await createProject(files);
      await precept(["remember", "Use tabs.", "--inclusion", "always", "--expires", "2026-01-31"]);
      await precept(["remember", "Use UTC.", "--inclusion", "always", "--valid-from", "2026-01-31", "--expires", "2999-01-31"]);
      expect((await precept(["resolve"])).out).not.toContain("Use tabs.");
      expect((await precept(["resolve"])).out).toContain("Use UTC.");
      expect((await precept(["explain"])).out).toContain("expired at 2026-01-31");
      expect((await precept(["list"])).out).toContain("expired at 2026-01-31");
      expect(await precept(["remember", "Use dots.", "--expires", "soon"])).toMatchObject({
        code: 2,
        err: expect.stringContaining("must be an ISO 8601 time"),
      });
    }
  });

  it("does not compare with rules of other users", async () => {
    const project = await createProject({ ...database });
    const personal = ["--scope", "user", "--store", "sqlite", "--user"];
    await project.precept(["remember", "Always use tabs for indentation.", ...personal, "ada"]);
    const { code, out } = await project.precept(["remember", "Never use tabs for indentation.", ...personal, "bob"]);
    expect([code, out]).toEqual([0, expect.stringContaining("remembered never-use-tabs")]);
  });

  it.each([
    ["files", inFiles],
    ["a database", database],
  ])(
    "returns any text unchanged from `show` and `search`, in %s",
    async (_, files) => {
      const texts = fc.oneof(
        fc.string({ unit: anyCodePoint, minLength: 1 }),
        fc.string({ unit: "grapheme", minLength: 1 }),
        fc.constantFrom(
          "---\nname: x\n---\n\nBody",
          "--force",
          "-x",
          "- a\n- b",
          "\"quoted\" 'text'",
          "# x\r\ny\r\n",
          "\n\n a",
          "@file.md",
          "\uFEFFx",
          "null",
          "---",
          "a: b\n---\n",
        ),
      );
      await fc.assert(
        fc.asyncProperty(texts, async (text) => {
          // No argument of a process has a NUL character, and a rule with one is rejected.
          fc.pre(!text.includes("\0"));
          const project = await createProject(files);
          const content = `${text} zebra`;
          expect((await project.precept(["remember", "--name", "kept", "--", content])).err).toBe("");
          const shown = JSON.parse((await project.precept(["show", "kept", "--json"])).out) as { rule: WireRule };
          expect(shown.rule.content).toBe(content);
          const found = JSON.parse((await project.precept(["search", "zebra", "--json"])).out) as { rules: readonly WireRule[] };
          expect(found.rules.map((rule) => rule.content)).toEqual([content]);
        }),
        { numRuns: propertyRuns({ sample: 30, full: 100 }) },
      );
    },
    120_000,
  );

  it("stores a rule beside rules of other tools", async () => {
    const project = await createProject({
      ".cursor/rules/a.mdc": "---\nalwaysApply: true\n---\nText.\n",
      ".precept/rules/b.md": nativeRule("b"),
    });
    await project.precept(["remember", "Use tabs."]);
    expect((await listed(project)).map(({ name }) => name)).toEqual(["a", "b", "use-tabs"]);
  });
});
