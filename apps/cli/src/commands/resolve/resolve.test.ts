import { readNewestSessions, readSession } from "@precept/evidence";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule } from "../../../test/precept-in.ts";

const files = {
  ".precept/rules/house.md": nativeRule("house", {}, "# Style\n\nBe brief."),
  ".cursor/rules/react.mdc": "---\ndescription: React\nglobs: src/**/*.tsx\nalwaysApply: false\n---\n\nUse hooks.\n",
  ".precept/rules/broken.md": "---\nname: broken\n",
};

describe("precept resolve", () => {
  it("prints the prompt section and nothing else", async () => {
    const { precept } = await createProject(files);
    const { out, err, code } = await precept(["resolve", "src/cart.tsx"]);
    expect(out).toBe(
      "## Agent Rules\n\nThe following rules guide your behavior:\n\n### house\n\n*About house*\n\n#### Style\n\nBe brief.\n\n" +
        "### react\n\n*React*\n\nUse hooks.\n",
    );
    expect(err).toMatch(/^note {2}\d errors? in rule files; `precept lint` shows them\n$/);
    expect(code).toBe(0);
  });

  it("writes the formats that --format names", async () => {
    const { precept } = await createProject(files);
    expect((await precept(["resolve", "src/cart.tsx", "--format", "mdc"])).out).toContain(
      "--- rule: react\ndescription: React\napplies: file pattern matched: src/**/*.tsx (src/cart.tsx)\n---\nUse hooks.\n",
    );
    expect((await precept(["resolve", "--format", "xml"])).out).toContain(
      '<rule name="house" description="About house" scope="project" reason="always included">',
    );
    expect((await precept(["resolve", "--format", "html"])).code).toBe(2);
  });

  it("orders rules by file with --order source", async () => {
    const { precept } = await createProject({
      ".precept/rules/a.md": nativeRule("zebra"),
      ".precept/rules/b.md": nativeRule("ant"),
    });
    const namesIn = (text: string) => [...text.matchAll(/^### (.+)$/gm)].map((match) => match[1]);
    expect(namesIn((await precept(["resolve"])).out)).toEqual(["ant", "zebra"]);
    expect(namesIn((await precept(["resolve", "--order", "source"])).out)).toEqual(["zebra", "ant"]);
  });

  it("appends the trace with --debug", async () => {
    const { precept } = await createProject(files);
    const { out } = await precept(["resolve", "--debug"]);
    expect(out).toContain("## [DEBUG] Rule Evaluation Trace");
    expect(out).toContain("- react: no file matched src/**/*.tsx");
  });

  it("prints nothing if no rule applies", async () => {
    const { precept } = await createProject({ ".precept/rules/a.md": nativeRule("a", { inclusion: "manual" }) });
    expect(await precept(["resolve"])).toEqual({ code: 0, out: "", err: "" });
  });

  it("lists the rules that the agent can ask for, within --max-requestable", async () => {
    const { precept } = await createProject({
      ".precept/rules/a.md": nativeRule("api", { inclusion: "agentRequested" }),
      ".cursor/rules/db.mdc": `---\ndescription: Migrations${", and so on".repeat(8)}\nalwaysApply: false\n---\n\nText.\n`,
    });
    const { out } = await precept(["resolve"]);
    expect(out).toMatch(/^## Rules to Ask For\n\n.*`@name`.*\n\napi: About api\ndb: Migrations, and .*\n$/);
    expect((await precept(["resolve", "--prompt", "see @db"])).out).toMatch(
      /### db\n[^]*\n## Rules to Ask For\n\n.*\n\napi: About api\n$/,
    );
    expect(await precept(["resolve", "--max-requestable", "0"])).toEqual({ code: 0, out: "", err: "" });
    const long = await precept(["resolve", "--max-requestable", "200"]);
    expect(long.out).toContain("api: About api\n(1 more rule is not listed)\n");
    const json = JSON.parse((await precept(["resolve", "--max-requestable", "200", "--json"])).out) as object;
    expect(json).toMatchObject({
      diagnostics: [{ code: "budget/requestable-left-out" }],
      requestable: { left_out: [{ name: "db" }] },
    });
  });

  it("warns about a requested rule that does not exist", async () => {
    const { precept } = await createProject({ ".precept/rules/a.md": nativeRule("security", { inclusion: "manual" }) });
    const { err } = await precept(["resolve", "--rules-include", "securty"]);
    expect(err).toContain('Unknown rule "securty".');
    expect(err).toContain('Did you mean "security"?');
  });

  it("includes the files that rules refer to, but no file outside the project", async () => {
    const { precept } = await createProject({
      ".precept/rules/a.md": nativeRule("a", {}, "See #[[file:docs/guide.md]] and #[[file:../../../etc/passwd]]."),
      "docs/guide.md": "the guide",
    });
    expect((await precept(["resolve"])).out).toContain("See the guide and [File reference blocked: ../../../etc/passwd].");
  });

  it("understands contexts, variables, projects and tools", async () => {
    const { precept } = await createProject({
      ".precept/rules/a.md": nativeRule("chat", { contexts: "[chat]" }),
      ".precept/rules/b.md": nativeRule("model", { conditions: "{tier: {in: [pro, team]}, beta: true}" }),
      ".precept/rules/c.md": nativeRule("tool", { targets: "[claude]" }),
      ".precept/rules/d.md": nativeRule("shop", { projectId: "shop" }),
    });
    const none = await precept(["resolve", "--tool", "cursor", "--view", "rules"]);
    expect(none.out).toBe("");
    const all = [
      "--context",
      "chat",
      "--variable",
      "tier=pro",
      "--variable",
      "beta=true",
      "--tool",
      "claude",
      "--view",
      "rules",
      "--project",
      "shop",
    ];
    const { out } = await precept(["resolve", ...all]);
    expect([...out.matchAll(/^### (.+)$/gm)].map((match) => match[1])).toEqual(["chat", "model", "shop", "tool"]);
  });

  describe("reports on standard error what is missing from the answer", () => {
    it("one rule that is larger than the whole budget", async () => {
      const { precept } = await createProject({ ".precept/rules/long.md": nativeRule("long", {}, "x".repeat(200_000)) });
      const { out, err, code } = await precept(["resolve"]);
      expect(out).toBe("");
      expect(err).toBe(
        '.precept/rules/long.md  warning  The rule "long" (200,001 characters, ~28,573 tokens) was dropped: ' +
          "it is larger than the whole budget of 100,000 characters.  budget/rule-dropped\n" +
          "    Shorten or split the rule, or raise `budget.characters`.\n",
      );
      expect(code).toBe(0);
    });

    it("a rule of absolute authority, as an error and first", async () => {
      const { precept } = await createProject({
        ".precept/rules/a.md": nativeRule("a", {}, "x".repeat(20)),
        ".precept/rules/law.md": nativeRule("law", { authority: "absolute" }, "x".repeat(20)),
      });
      const { err, code } = await precept(["resolve", "--max-characters", "10"]);
      expect(err.split("\n")[0]).toMatch(
        /^\.precept\/rules\/law\.md {2}error {2}The rule "law" of absolute authority .* {2}budget\/absolute-dropped$/,
      );
      expect(err).toContain("budget/rule-dropped");
      expect(code).toBe(0);
    });

    it("a hint once if it is the same for several rules", async () => {
      const { precept } = await createProject({ ".precept/rules/a.md": nativeRule("a"), ".precept/rules/b.md": nativeRule("b") });
      const { err } = await precept(["resolve", "--max-rules", "0"]);
      expect(err.match(/budget\/rule-dropped/g)).toHaveLength(2);
      expect(err.match(/Raise `budget\.rules`/g)).toHaveLength(1);
    });

    it("a rule that was cut", async () => {
      const { precept } = await createProject({ ".precept/rules/a.md": nativeRule("a", {}, "word ".repeat(100)) });
      const { err } = await precept(["resolve", "--max-characters", "60", "--overflow", "ellipsis"]);
      expect(err).toContain("was truncated to 60 characters");
    });

    it("a rule directory of the configuration that does not exist", async () => {
      const { precept } = await createProject({ ".precept/config.yaml": "rules: { dirs: [gone] }" });
      const { err, code } = await precept(["resolve"]);
      expect(err).toMatch(/^gone {2}error {2}.* {2}root\/missing\n/);
      expect(code).toBe(0);
    });

    it("a file over the limit", async () => {
      const { precept } = await createProject({ ".cursor/rules/a.mdc": "x".repeat(300_000) });
      expect((await precept(["resolve"])).err).toContain("file/too-large");
    });

    it("the first twenty of many, and how many more there are", async () => {
      const many = Array.from({ length: 30 }, (_, at) => [`.precept/rules/r${at}.md`, nativeRule(`r${at}`)] as const);
      const { precept } = await createProject(Object.fromEntries(many));
      const { err } = await precept(["resolve", "--max-rules", "5"]);
      expect(err.match(/budget\/rule-dropped/g)).toHaveLength(20);
      expect(err).toMatch(/\nnote {2}5 more problems; --json lists all of them\n$/);
    });
  });
});

describe("with a session", () => {
  it("records what the agent received, with its context too", async () => {
    const { dir, precept } = await createProject({ ".precept/rules/all.md": nativeRule("all") });
    await precept(["resolve"]);
    expect(readNewestSessions(dir, 9).sessions).toEqual([]);
    await precept(["resolve", "--session", "s", "--tool", "claude", "--view", "rules", "--prompt", "fix it"]);
    await precept(["resolve", "--session", "s", "--with-context"]);
    expect(readSession(dir, "s")?.records).toMatchObject([
      {
        channel: "cli",
        event: "request",
        agent: "claude",
        rules: [{ name: "all" }],
        memory: false,
        prompt_sha256: expect.any(String),
      },
      { channel: "cli", event: "request", agent: "cli", rules: [{ name: "all" }], memory: true, prompt_sha256: null },
    ]);
  });
});

describe("with the agent context", () => {
  it("offers BOOTSTRAP.md to the first main session, and never to a shared one", async () => {
    const { precept } = await createProject({ "BOOTSTRAP.md": "Ask the owner for a name.\n" });
    const prompts = [];
    for (const type of ["shared", "main", "main"]) prompts.push((await precept(["resolve", "--session-type", type])).out);
    expect(prompts.map((prompt) => prompt.includes("Ask the owner"))).toEqual([false, true, false]);
  });
});
