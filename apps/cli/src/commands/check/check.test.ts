import { execFileSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createProject, type TestProject } from "../../../test/precept-in.ts";

const policies = `
- id: NO-EVAL
  severity: CRITICAL
  category: security
  match: { pattern: '\\beval\\(' }
  message: "\`{match}\` runs any text."
  suggestion: Parse it.
  tests: { valid: [evaluate(1)], invalid: ["eval(x)"] }
- id: NO-VAR
  severity: HIGH
  match: { pattern: '\\bvar\\b', file_patterns: ["*.js"] }
  message: "\`var\` is outdated."
  fix: { replacement: let }
  tests: { valid: [variable], invalid: [{ text: var x, fixed: let x }] }
- id: NOTED
  severity: MEDIUM
  match: { keywords: [hmm] }
  message: Doubtful comment.
  tests: { valid: [oh], invalid: [hmm] }
- id: REVIEWED
  severity: CRITICAL
  phase: REVIEW
  match: { pattern: draft, context_filter: { agent_type: Reviewer } }
  message: It is a draft.
  tests: { valid: [done], invalid: [draft] }
`;

const files = {
  ".precept/policies/house.yaml": policies,
  "src/a.js": "var x = 1;\nlet y = 2;\n",
  "src/b.ts": "eval(text);\n",
  "notes.md": "hmm\n",
};

interface CheckJson {
  readonly action: string;
  readonly violations: readonly { rule_id: string; file: string | null; line: number; handler: string }[];
  readonly accepted: readonly { rule_id: string }[];
  readonly shadowed: readonly { rule_id: string }[];
  readonly skipped: readonly { rule_id: string; reason: string }[];
  readonly diagnostics: readonly { code: string }[];
  readonly files: number;
  readonly left_out: readonly { file: string; reason: string }[];
}

async function check({ precept }: TestProject, args: readonly string[], input?: string) {
  const { code, out, err } = await precept(["check", ...args, "--json"], input === undefined ? {} : { input });
  expect(err).toBe("");
  const json = JSON.parse(out) as CheckJson;
  const found = json.violations.map(({ rule_id: id, file, line }) => `${id} ${file ?? "-"}:${line}`);
  return { code, found, ...json };
}

function git({ dir }: TestProject, ...args: readonly string[]): void {
  const person = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "init.defaultBranch=main"];
  execFileSync("git", [...person, ...args], { cwd: dir, stdio: "ignore" });
}

async function createRepository(): Promise<TestProject> {
  const project = await createProject(files);
  git(project, "init");
  git(project, "add", ".");
  git(project, "commit", "-m", "All");
  return project;
}

describe("precept check", () => {
  it.each([
    ["policies:\n  starters: all\n", "config/invalid-value"],
    ["policies: [\n", "config/yaml"],
    ["rules\n", "config/not-a-mapping"],
  ])("fails if policies can be missing because the configuration is %j", async (config, code) => {
    const project = await createProject({ "src/a.js": "let y = 2;\n", ".precept/config.yaml": config });
    const { code: exitCode, diagnostics } = await check(project, ["src/a.js"]);
    expect([exitCode, diagnostics]).toMatchObject([1, [{ code }]]);
    const listed = JSON.parse((await project.precept(["policies", "list", "--json"])).out) as { diagnostics: unknown };
    expect(listed.diagnostics).toMatchObject([{ code }]);
    expect(await project.precept(["policies", "try", "rm -rf /"])).toMatchObject({
      code: 1,
      out: expect.stringContaining(code) as string,
    });
  });

  it("lists violations with their locations and suggestions", async () => {
    const { precept } = await createProject(files);
    expect(await precept(["check"])).toMatchInlineSnapshot(`
      {
        "code": 1,
        "err": "",
        "out": "notes.md:1:1  LOG_ONLY  Doubtful comment.  NOTED P2
      src/a.js:1:1  QUICK_FIX  \`var\` is outdated.  NO-VAR P1
      src/b.ts:1:1  TERMINATE  \`eval(\` runs any text.  NO-EVAL P0
          Parse it.
      3 files checked against 4 policies: 3 violations (1 TERMINATE, 1 QUICK_FIX, 1 LOG_ONLY)
      ",
      }
    `);
  });

  it("ends with exit code 0 if violations are only logged, up to --max-warnings", async () => {
    const project = await createProject({ ...files, "src/a.js": "", "src/b.ts": "" });
    expect(await check(project, [])).toMatchObject({ code: 0, action: "LOG_ONLY", found: ["NOTED notes.md:1"] });
    expect(await check(project, ["--max-warnings", "1"])).toMatchObject({ code: 0 });
    expect(await check(project, ["--max-warnings", "0"])).toMatchObject({ code: 1 });
  });

  it("checks only the files and directories that are named", async () => {
    const project = await createProject(files);
    expect(await check(project, ["src"])).toMatchObject({ files: 2, found: ["NO-VAR src/a.js:1", "NO-EVAL src/b.ts:1"] });
    expect(await check(project, ["notes.md", "src/a.js"])).toMatchObject({
      files: 2,
      found: ["NOTED notes.md:1", "NO-VAR src/a.js:1"],
    });
    expect((await project.precept(["check", "nowhere"])).code).toBe(2);
  });

  it("checks a policy's own file only if it is named, because its tests contain violations", async () => {
    const project = await createProject(files);
    expect((await check(project, [])).found.filter((one) => one.includes(".precept"))).toEqual([]);
    expect((await check(project, [".precept/policies/house.yaml"])).found).toContain("NO-EVAL .precept/policies/house.yaml:8");
  });

  it("skips files that the configuration ignores, unless they are named", async () => {
    const project = await createProject({
      ".precept/config.yaml": 'policies: { ignore: ["fixtures/**", "!fixtures/real.js"] }',
      ".precept/policies/a.yaml": policies,
      "fixtures/a.js": "eval(a);\n",
      "fixtures/real.js": "eval(a);\n",
    });
    expect((await check(project, [])).found).toEqual(["NO-EVAL fixtures/real.js:1"]);
    expect((await check(project, ["fixtures"])).found).toEqual(["NO-EVAL fixtures/real.js:1"]);
    expect((await check(project, ["fixtures/a.js"])).found).toEqual(["NO-EVAL fixtures/a.js:1"]);
  });

  it("skips binary and large files, and says so", async () => {
    const project = await createProject({ ...files, "a.bin": new Uint8Array([104, 0, 109]), "long.txt": "hmm ".repeat(300_000) });
    const { left_out: leftOut } = await check(project, []);
    expect(leftOut.toSorted((left, right) => left.file.localeCompare(right.file))).toEqual([
      { file: "a.bin", reason: "binary" },
      { file: "long.txt", reason: "too large" },
    ]);
    expect((await project.precept(["check"])).out).toContain("left out: binary: a.bin; larger than 1 MiB: long.txt\n");
  });

  it("evaluates policies on the branch of the project, unless the user names another one", async () => {
    const project = await createProject({
      ".precept/policies/a.yaml": `id: NO-FORCE
severity: CRITICAL
match: { pattern: git push --force, context_filter: { branch: main } }
message: "That would rewrite {branch}."
`,
    });
    git(project, "init", "-q", "-b", "main");
    const push = (...args: readonly string[]) => check(project, ["-", ...args], "git push --force");
    expect(await push()).toMatchObject({ code: 1, violations: [{ message: "That would rewrite main." }] });
    expect(await push("--context", "branch=mine")).toMatchObject({ code: 0 });
    git(project, "symbolic-ref", "HEAD", "refs/heads/mine");
    expect(await push()).toMatchObject({ code: 0 });
  });

  it("checks a text from standard input, with or without a file name", async () => {
    const project = await createProject(files);
    expect(await check(project, ["-"], "x\nvar y; eval(y)")).toMatchObject({ code: 1, found: ["NO-EVAL -:2"] });
    expect(await check(project, ["-", "--stdin-path", "c.js"], "var y;")).toMatchObject({ found: ["NO-VAR c.js:1"] });
  });

  it("respects --phase and --context", async () => {
    const project = await createProject(files);
    const reviewing = ["-", "--context", "agent_type=Reviewer"];
    expect((await check(project, [...reviewing, "--phase", "REVIEW"], "draft")).found).toEqual(["REVIEWED -:1"]);
    const { skipped } = await check(project, [...reviewing, "--phase", "TEST"], "draft");
    expect(skipped.find(({ rule_id: id }) => id === "REVIEWED")).toMatchObject({ reason: "phase" });
    expect((await check(project, ["-"], "draft")).skipped.find(({ rule_id: id }) => id === "REVIEWED")).toMatchObject({
      reason: "filter",
    });
  });

  it("only reports violations with --shadow", async () => {
    const { code, action, shadowed } = await check(await createProject(files), ["--shadow"]);
    expect({ code, action, shadowed: shadowed.length }).toEqual({ code: 0, action: "PASS", shadowed: 3 });
  });

  it("fails if a policy is invalid, whatever the others find", async () => {
    const project = await createProject({ ".precept/policies/a.yaml": "id: A-1\nseverity: LOW\n", "a.txt": "" });
    expect(await check(project, [])).toMatchObject({ code: 1, action: "PASS", diagnostics: [{ code: "policy/missing-field" }] });
  });

  it.each([
    [["--staged", "--since", "main"]],
    [["--fix", "--fix-dry-run"]],
    [["--shadow", "--fix"]],
    [["-", "src"]],
    [["-", "--fix"]],
    [["--stdin-path", "a.js"]],
    [["--baseline", "none.json"]],
    [["--phase", "LATER"]],
    [["--max-warnings", "some"]],
  ])("refuses %j", async (args) => {
    const { precept } = await createProject(files);
    expect((await precept(["check", ...args])).code).toBe(2);
  });

  it("shows its progress only in a terminal", async () => {
    const many = Object.fromEntries(Array.from({ length: 210 }, (_, at) => [`texts/${at}.txt`, ""]));
    const { precept } = await createProject({ ...files, ...many });
    const slow = { interactive: true, isSlow: true };
    expect((await precept(["check"], slow)).err).toContain("Checking files [####----------------] 50 of 213");
    expect((await precept(["check"], { isSlow: true })).err).toBe("");
    expect((await precept(["check", "--quiet"], slow)).err).toBe("");
  });
});

describe("precept check in a repository", () => {
  it("checks staged contents, and files that changed since a commit", async () => {
    const project = await createRepository();
    expect(await check(project, ["--staged"])).toMatchObject({ code: 0, files: 0 });
    await writeFile(join(project.dir, "src/a.js"), "var staged;\n");
    git(project, "add", ".");
    await writeFile(join(project.dir, "src/a.js"), "let changed;\nvar again;\nvar more;\n");
    await writeFile(join(project.dir, "new.js"), "var new;\n");
    expect((await check(project, ["--staged"])).found).toEqual(["NO-VAR src/a.js:1"]);
    expect((await check(project, ["--since", "HEAD"])).found).toEqual([
      "NO-VAR src/a.js:2",
      "NO-VAR src/a.js:3",
      "NO-VAR new.js:1",
    ]);
    expect((await check(project, ["--since", "HEAD", "src"])).files).toBe(1);
    await rm(join(project.dir, "src/a.js"));
    expect((await check(project, ["--since", "HEAD"])).files).toBe(1);
  });

  it("ignores files that were only rewritten, or differ only in line endings", async () => {
    const project = await createRepository();
    git(project, "config", "core.autocrlf", "true");
    const text = await readFile(join(project.dir, "src/a.js"), "utf8");
    await writeFile(join(project.dir, "src/a.js"), text.replaceAll("\n", "\r\n"));
    expect((await check(project, ["--since", "HEAD"])).files).toBe(0);
    await writeFile(join(project.dir, "src/a.js"), "var staged;\n");
    git(project, "add", ".");
    await writeFile(join(project.dir, "src/a.js"), text);
    expect((await check(project, ["--since", "HEAD"])).files).toBe(0);
  });

  it("checks the index that git passes to a hook of `git commit FILE`", async () => {
    const project = await createRepository();
    await writeFile(join(project.dir, "src/a.js"), "var staged;\n");
    git(project, "add", ".");
    process.env["GIT_INDEX_FILE"] = join(project.dir, ".git/next-index");
    onTestFinished(() => void Reflect.deleteProperty(process.env, "GIT_INDEX_FILE"));
    git(project, "read-tree", "HEAD");
    expect((await check(project, ["--staged"])).files).toBe(0);
    // An index outside the repository is ignored.
    process.env["GIT_INDEX_FILE"] = join(project.dir, "no-index");
    expect((await check(project, ["--staged"])).files).toBe(1);
  });

  it("ignores changes on the base branch", async () => {
    const project = await createRepository();
    git(project, "checkout", "-b", "work");
    await writeFile(join(project.dir, "mine.js"), "var mine;\n");
    git(project, "add", ".");
    git(project, "commit", "-m", "Mine");
    git(project, "checkout", "main");
    await writeFile(join(project.dir, "theirs.js"), "var theirs;\n");
    git(project, "add", ".");
    git(project, "commit", "-m", "Theirs");
    git(project, "checkout", "work");
    expect((await check(project, ["--since", "main"])).found).toEqual(["NO-VAR mine.js:1"]);
  });

  it("refuses an unknown commit, and a directory that is not in a repository", async () => {
    const project = await createRepository();
    const unknown = await project.precept(["check", "--since", "nowhere"]);
    expect(unknown).toMatchObject({
      code: 2,
      err: expect.stringContaining('Unknown commit, branch or tag "nowhere".') as string,
    });
    await rm(join(project.dir, ".git"), { recursive: true });
    expect((await project.precept(["check", "--staged"])).code).toBe(2);
  });
});

describe("precept check --fix", () => {
  it("writes fixes, and reports the rest", async () => {
    const project = await createProject(files);
    const { out, code } = await project.precept(["check", "src", "--fix"]);
    expect(out).toContain("src/a.js:1  fixed  var → let  NO-VAR\n");
    expect(out).toContain("2 files checked against 4 policies: 1 violation (1 TERMINATE)");
    expect(code).toBe(1);
    expect(await readFile(join(project.dir, "src/a.js"), "utf8")).toBe("let x = 1;\nlet y = 2;\n");
  });

  it("prints a diff with --fix-dry-run, also for a text, and writes nothing", async () => {
    const project = await createProject(files);
    expect((await project.precept(["check", "--fix-dry-run"])).out).toContain("-var x = 1;\n+let x = 1;\n");
    expect(await readFile(join(project.dir, "src/a.js"), "utf8")).toBe(files["src/a.js"]);
    const { out } = await project.precept(["check", "-", "--stdin-path", "c.js", "--fix-dry-run", "--json"], {
      input: "var y;\n",
    });
    expect(JSON.parse(out)).toMatchObject({
      fixed: [{ rule_id: "NO-VAR", before: "var", after: "let" }],
      diff: expect.stringContaining("+let y;") as string,
    });
  });

  it("does not fix files that are not in UTF-8, and violations that the baseline accepts", async () => {
    const project = await createProject({
      ...files,
      "src/a.js": new Uint8Array([...new TextEncoder().encode("var x; // "), 0xe9, 10]),
    });
    const { out, code } = await project.precept(["check", "src/a.js", "--fix"]);
    expect(out).toContain("src/a.js  not fixed");
    expect(code).toBe(1);
    await writeFile(join(project.dir, "src/a.js"), "var x;\n");
    await project.precept(["check", "--update-baseline"]);
    expect(await check(project, ["--fix"])).toMatchObject({ code: 0, found: [] });
    expect(await readFile(join(project.dir, "src/a.js"), "utf8")).toBe("var x;\n");
  });
});
