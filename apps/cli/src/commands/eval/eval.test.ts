import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startChatServer } from "../../../../../packages/evals/test/chat-server.ts";
import { createProject, nativeRule, type TestProject } from "../../../test/precept-in.ts";

const policy =
  "id: NO-ANY\nseverity: LOW\nmode: shadow\nmatch: { pattern: ': any' }\nmessage: No any.\ntests: { valid: [x], invalid: ['a: any'] }\n";

/** An agent that follows the rule if its rule file has it. */
const agent = `
import { existsSync, readFileSync, writeFileSync } from "node:fs";
const rules = existsSync("AGENTS.md") ? readFileSync("AGENTS.md", "utf8") : "";
writeFileSync("b.ts", rules.includes("No any") ? "export const b: number = 1;" : "export const b: any = 1;");
`;

const never = new Promise<void>(() => undefined);

interface EvalProject extends TestProject {
  /** Runs `precept eval` in a trusted project. */
  readonly evaluate: (
    args: readonly string[],
    options?: Parameters<TestProject["precept"]>[1],
  ) => ReturnType<TestProject["precept"]>;
}

async function createEvalProject(files: Readonly<Record<string, string>> = {}): Promise<EvalProject> {
  const project = await createProject({
    ".precept/rules/types.md": "---\nname: types\ndescription: Types\nchecks: [NO-ANY]\n---\n\nNo any.\n",
    ".precept/rules/tabs.md": nativeRule("tabs"),
    ".precept/policies/any.yaml": policy,
    ".precept/evals/types.yaml": `rules: [types]\ntask: Add b\nagent: { command: [${JSON.stringify(process.execPath)}, agent.mjs, "{prompt}"] }\n`,
    "agent.mjs": agent,
    ...files,
  });
  const evaluate: EvalProject["evaluate"] = (args, options = {}) =>
    project.precept(["eval", ...args], {
      interrupted: never,
      ...options,
      env: { PRECEPT_TRUSTED_DIRS: project.dir, PATH: process.env["PATH"] ?? "", ...options.env },
    });
  return { ...project, evaluate };
}

describe("precept eval", () => {
  it("measures the effect of a rule, and repeats the report from the records", async () => {
    const { evaluate, dir } = await createEvalProject();
    const { out, err, code } = await evaluate(["types", "--runs", "3", "--yes"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(
      /^rule +with it +no rules +other rules +effect\ntypes +3 of 3 +0 of 3 +0 of 3 +\+100 points \(10 to 100\) +it helps/,
    );
    expect((await evaluate(["--replay"])).out).toBe(out);
    const { rules } = JSON.parse(await readFile(join(dir, ".precept/evals/results.json"), "utf8")) as {
      readonly rules: Readonly<Record<string, object>>;
    };
    expect(rules["types"]).toMatchObject({ verdict: "helps", counts: { with: { count: 3, of: 3 } } });
  });

  it("starts nothing in a project that is not trusted, or without an agreement", async () => {
    const { evaluate, precept, dir } = await createEvalProject();
    expect(await precept(["eval", "--yes"])).toMatchObject({ code: 2, err: expect.stringContaining("not trusted") as string });
    expect(await evaluate([])).toMatchObject({ code: 2, err: expect.stringContaining("--dry-run") as string });
    expect(await evaluate([], { interactive: true, answer: false })).toMatchObject({
      code: 0,
      out: expect.stringContaining(" starts: ") as string,
    });
    expect(await readdir(join(dir, ".precept"))).toEqual(["evals", "policies", "rules"]);
  });

  it("shows what it would start and cost", async () => {
    const { precept } = await createEvalProject();
    const { out, code } = await precept(["eval", "--dry-run"]);
    expect(code).toBe(0);
    expect(out).toContain("60 runs: 1 case (types), 20 each");
    expect(out).toContain("agent.mjs {prompt}");
  });

  it("continues an eval that was stopped, if its cases are the same", async () => {
    const { evaluate, dir } = await createEvalProject();
    const first = await evaluate(["--runs", "2", "--max-runs", "2", "--yes"]);
    expect(first.out).toContain("Stopped after 2 of 6 runs: --max-runs is reached.");
    const second = await evaluate(["--resume", "--yes", "--json"]);
    expect(JSON.parse(second.out)).toMatchObject({ runs: { done: 6, planned: 6 }, stopped: null });
    await writeFile(join(dir, ".precept/evals/types.yaml"), "rules: [types]\ntask: Another\nagent: { command: [true] }\n");
    expect(await evaluate(["--resume", "--yes"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("have changed") as string,
    });
  });

  it("stores no result of fewer runs if it was stopped, and none over a file that it cannot read", async () => {
    const { evaluate, dir } = await createEvalProject();
    const file = join(dir, ".precept/evals/results.json");
    await evaluate(["--runs", "3", "--yes"]);
    const stored = await readFile(file, "utf8");
    await evaluate(["--runs", "3", "--max-runs", "4", "--yes"]);
    expect(await readFile(file, "utf8")).toBe(stored);
    await writeFile(file, "<<<<<<< ours\n");
    expect(await evaluate(["--yes"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("Restore .precept/evals/results.json") as string,
    });
    expect(await readFile(file, "utf8")).toBe("<<<<<<< ours\n");
  });

  it("records privately, and removes its copies", async () => {
    const { evaluate, dir } = await createEvalProject();
    await evaluate(["--runs", "1", "--yes"]);
    const state = join(dir, ".precept/state");
    const files = (await readdir(state, { recursive: true, withFileTypes: true })).filter(({ name }) => name !== ".gitignore");
    for (const entry of files) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      expect([entry.name, mode & 0o077]).toEqual([entry.name, 0]);
    }
    const copies = files.find(({ name }) => name === "copies.json");
    const { dir: copy } = JSON.parse(await readFile(join(copies?.parentPath ?? "", "copies.json"), "utf8")) as {
      readonly dir: string;
    };
    await expect(stat(copy)).rejects.toThrow("ENOENT");
  });

  it("shows an agent neither the case nor the arm, nor anything of the user's environment", async () => {
    const { evaluate, dir } = await createEvalProject({
      "agent.mjs": `import { writeFileSync } from "node:fs";\nwriteFileSync("seen.json", JSON.stringify([process.cwd(), process.env]));`,
    });
    await evaluate(["--runs", "1", "--yes"], { env: { SECRET: "of the user", HOME: "/home/user" } });
    const records = await readRecords(dir);
    const seen = records.split("\n").filter((line) => line.includes("seen.json"));
    expect(seen).toHaveLength(3);
    for (const line of seen) {
      const { observation } = JSON.parse(line) as {
        readonly observation: { readonly changes: readonly { readonly text: string }[] };
      };
      const { text = "" } = observation.changes[0] ?? {};
      expect(text).toContain("CLAUDE_CONFIG_DIR");
      expect(text).not.toMatch(/with|others|types|of the user|home\/user/);
    }
  });

  it("stops at a time, and when the user interrupts it", async () => {
    const { evaluate } = await createEvalProject({ "agent.mjs": `await new Promise((done) => setTimeout(done, 60_000));` });
    expect((await evaluate(["--runs", "1", "--timeout", "1", "--yes"])).out).toContain("--timeout is reached");
    const interrupted = new Promise<void>((resolve) => setTimeout(resolve, 500));
    expect((await evaluate(["--runs", "1", "--yes"], { interrupted })).out).toContain("it was interrupted");
  });

  it("does not count runs whose agent could not work, and stops after three", async () => {
    const { evaluate } = await createEvalProject({
      ".precept/evals/types.yaml": "rules: [types]\ntask: Add b\nagent: { command: [no-such-agent] }\n",
    });
    const { code, out, err } = await evaluate(["--yes"]);
    expect(code).toBe(1);
    expect(out).toContain("three runs failed in succession");
    expect(err).toContain("no-such-agent");
  });

  it("reports errors of cases with their locations, and unknown names", async () => {
    const { evaluate } = await createEvalProject({
      ".precept/evals/types.yaml": "rules: [typs]\ntask: Add b\nexpect: { policies: [NO-SUCH] }\n",
    });
    const { code, err } = await evaluate([]);
    expect(code).toBe(2);
    expect(err).toContain('.precept/evals/types.yaml:1:9  error  The project has no rule "typs".');
    expect(err).toContain('No policy "NO-SUCH" is active.');
    expect(err).toContain("An eval case has no agent");
    expect(await evaluate(["tipes"])).toMatchObject({ code: 2, err: expect.stringContaining("Did you mean") as string });
    expect(await evaluate(["list"])).toMatchObject({ code: 1, out: expect.stringContaining("has errors") as string });
  });

  it("fails if an effect is surely smaller", { tags: "slow" }, async () => {
    const { evaluate, dir } = await createEvalProject();
    await writeFile(join(dir, "agent.mjs"), agent.replace('rules.includes("No any")', "true"));
    await chmod(join(dir, "agent.mjs"), 0o755);
    await evaluate(["--runs", "8", "--yes"]);
    expect(await evaluate(["--replay", "--fail-under", "50"])).toMatchObject({ code: 1 });
    expect(await evaluate(["--replay", "--fail-under", "10"])).toMatchObject({ code: 0 });
    expect((await evaluate(["--replay"])).out).toContain("the model does this by itself");
  });
});

/** An agent that asks a model through the recorder whether to follow the rule. */
const callingAgent = `
import { existsSync, readFileSync, writeFileSync } from "node:fs";
const { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key, HOME: home, SECRET: secret } = process.env;
const rules = existsSync("AGENTS.md") ? readFileSync("AGENTS.md", "utf8") : "";
const answer = await fetch(url + "/v1/messages", { method: "POST", body: JSON.stringify({ model: "m", messages: [{ role: "user", content: rules }] }) });
if (!answer.ok) process.exit(1);
writeFileSync("b.ts", rules.includes("No any") ? "export const b: number = 1;" : "export const b: any = 1;");
writeFileSync("seen.json", JSON.stringify({ key, home, secret: secret ?? null }));
`;

describe("precept eval with a model server", () => {
  const caseWith = (url: string, agentKeys: string): string =>
    `rules: [types]\ntask: Add b\nagent:\n  protocol: anthropic\n  url: ${url}\n  key: EVAL_KEY\n  price: { input: 1000, output: 0 }\n${agentKeys}`;

  it("records each call of an agent, and stops before the runs cost more than the limit", { tags: "slow" }, async () => {
    const chat = await startChatServer(() => ({ text: "ok", usage: { input: 1000, output: 10 } }));
    const { evaluate, dir } = await createEvalProject({
      ".precept/evals/types.yaml": caseWith(
        chat.url,
        `  command: [${JSON.stringify(process.execPath)}, agent.mjs, "{prompt}"]\n`,
      ),
      "agent.mjs": callingAgent,
    });
    const env = { EVAL_KEY: "real-key", SECRET: "of the user" };
    const args = ["--runs", "5", "--max-cost", "6.5", "--yes", "--json"];
    const report = JSON.parse((await evaluate([...args, "--concurrency", "1"], { env })).out) as object;
    expect(report).toMatchObject({ cost: 6, runs: { done: 6, calls: 6 }, stopped: "cost" });
    const both = JSON.parse((await evaluate([...args, "--concurrency", "2"], { env })).out) as object;
    expect(both).toMatchObject({ cost: 6, stopped: "cost" });
    const resumed = JSON.parse((await evaluate(["--resume", "--max-cost", "8", "--yes", "--json"], { env })).out) as object;
    expect(resumed).toMatchObject({ cost: 8, runs: { done: 8 }, stopped: "cost" });
    expect(chat.received.every(({ headers }) => headers["x-api-key"] === "real-key")).toBe(true);
    const records = await readRecords(dir);
    expect(records).toContain('"input_tokens":1000');
    expect(records).not.toContain("real-key");
    expect(records).not.toContain("of the user");
    expect(records).toContain("precept-eval-placeholder");
    await writeFile(join(dir, ".precept/evals/types.yaml"), "rules: [types]\ntask: Add b\nagent: { command: ['true'] }\n");
    expect(await evaluate(["--max-cost", "1", "--yes"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("price") as string,
    });
  });

  it.each(["anthropic", "openai"] as const)(
    "runs a model of %s without a program, which gets the rules in its prompt",
    async (protocol) => {
      const chat = await startChatServer((_, { body }) => {
        const request = JSON.stringify(body);
        if (request.includes("Written.")) return { text: "done" };
        const text = request.includes("No any") ? "export const b: number = 1;" : "export const b: any = 1;";
        return { calls: [{ name: "write_file", input: { path: "b.ts", text } }] };
      });
      const agentKeys = `protocol: ${protocol}, model: m, url: ${chat.urlOf(protocol)}`;
      const { evaluate } = await createEvalProject({
        ".precept/evals/types.yaml": `rules: [types]\ntask: Add b\nagent: { ${agentKeys} }\n`,
      });
      const { out } = await evaluate(["--runs", "2", "--yes"]);
      expect(out).toMatch(/types +2 of 2 +0 of 2 +0 of 2/);
      expect((await evaluate(["--replay"])).out).toBe(out);
    },
  );

  it("refuses a judge that was not measured, or that says too little, and corrects the others", async () => {
    let answersWell = false;
    const chat = await startChatServer((_, { body }) => ({
      text: answersWell && JSON.stringify(body).includes("number") ? "yes" : "no",
    }));
    const examples = Array.from({ length: 8 }, (_, at) =>
      [
        `  - { question: Is it typed?, text: "number ${at}", answer: yes }`,
        `  - { question: Is it typed?, text: "any ${at}", answer: no }`,
      ].join("\n"),
    );
    const { evaluate, dir, precept } = await createEvalProject({
      ".precept/evals/defaults.yaml": `judge: { protocol: openai, model: m, url: ${chat.urlOf("openai")}, examples: examples.yml }\n`,
      ".precept/evals/types.yaml": `rules: [types]\ntask: Add b\nexpect: { question: Is it typed? }\nagent: { command: [${JSON.stringify(process.execPath)}, agent.mjs] }\n`,
    });
    await mkdir(join(dir, ".precept/evals/judge"));
    await writeFile(join(dir, ".precept/evals/judge/examples.yaml"), `examples:\n${examples.join("\n")}\n`);
    const file = ".precept/evals/judge/examples.yaml";
    expect(await evaluate(["--dry-run"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("not known how often") as string,
    });
    expect(await precept(["eval", "judge", file, "--yes"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("not trusted") as string,
    });
    expect(await evaluate(["judge", file, "--yes"])).toMatchObject({
      code: 1,
      out: expect.stringContaining("too little") as string,
    });
    expect(await evaluate(["--yes"])).toMatchObject({ code: 2, err: expect.stringContaining("too little") as string });
    answersWell = true;
    expect(await evaluate(["judge", file, "--yes"])).toMatchObject({ code: 0, out: expect.stringContaining("8 of 8") as string });
    const { out } = await evaluate(["--runs", "3", "--yes"]);
    expect(out).toMatch(/types +3 of 3 +0 of 3/);
    expect(out).toContain("really followed in 100 %");
    expect((await evaluate(["--replay"])).out).toBe(out);
  });
});

describe("results of evals", () => {
  it("are mentioned by precept show and precept lint, which say if the rule has changed", { tags: "slow" }, async () => {
    const { evaluate, precept, dir } = await createEvalProject();
    await writeFile(join(dir, "agent.mjs"), agent.replace('rules.includes("No any")', "true"));
    await evaluate(["--runs", "25", "--arm", "with", "--arm", "without", "--concurrency", "4", "--yes"]);
    expect((await precept(["show", "types"])).out).toMatch(/eval +0 points \(-10 to 10\) in 50 runs of \S+: no effect/);
    expect((await precept(["lint"])).out).toContain("eval/no-effect");
    await writeFile(
      join(dir, ".precept/rules/types.md"),
      "---\nname: types\ndescription: Types\nchecks: [NO-ANY]\n---\n\nNever any.\n",
    );
    expect((await precept(["show", "types"])).out).toContain("the rule has changed since");
    expect((await precept(["lint"])).out).toContain("eval/outdated");
  });
});

describe("precept eval init", () => {
  it("writes a case that can be run, and the agent once", async () => {
    const { precept, dir } = await createEvalProject({ ".precept/evals/types.yaml": "rules: []\n" });
    const task = 'Add "b": a constant, with: colons';
    const { out } = await precept(["eval", "init", "types", "--name", "second", "--task", task]);
    expect(out).toContain("created .precept/evals/second.yaml\ncreated .precept/evals/defaults.yaml");
    expect((await precept(["eval", "second", "--dry-run"])).out).toContain("claude -p {prompt}");
    expect(await precept(["eval", "init", "types", "--task", task])).toMatchObject({
      code: 2,
      err: expect.stringContaining("exists") as string,
    });
    const third = await precept(["eval", "init", "types", "--name", "third"], { interactive: true, choice: task });
    expect(third.out).not.toContain("defaults.yaml");
    expect(await readFile(join(dir, ".precept/evals/third.yaml"), "utf8")).toContain(JSON.stringify(task));
    expect(await precept(["eval", "init", "tabs", "--task", task])).toMatchObject({
      code: 2,
      err: expect.stringContaining("`checks`") as string,
    });
    expect(await precept(["eval", "init", "types"])).toMatchObject({ code: 2, err: expect.stringContaining("--task") as string });
  });
});

async function readRecords(dir: string): Promise<string> {
  const files = await readdir(join(dir, ".precept/state/evals"), { recursive: true, withFileTypes: true });
  const texts = files.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name), "utf8"));
  return (await Promise.all(texts)).join("\n");
}
