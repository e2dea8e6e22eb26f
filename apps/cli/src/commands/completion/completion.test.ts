import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { preceptProgram } from "@precept/testing/program";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createProject, nativeRule, type TestProject } from "../../../test/precept-in.ts";

const policy =
  "id: HOUSE-1\nseverity: LOW\nmessage: No passwords.\nmatch: { pattern: bad }\ntests: { valid: [good], invalid: [bad] }\n";

const createExample = (): Promise<TestProject> =>
  createProject({
    ".git/HEAD": "",
    ".precept/rules/money.md": nativeRule("money"),
    ".precept/rules/house rules.md": nativeRule("house rules"),
    ".precept/policies/house.yaml": policy,
    "src/cart.ts": "",
    "other/.precept/config.yaml": "",
    "other/.precept/rules/other.md": nativeRule("other-rule"),
  });

/** The values that complete a line, without their descriptions. */
async function valuesFor({ precept }: TestProject, line: string): Promise<readonly string[]> {
  const { out, err, code } = await precept(["complete", line]);
  expect({ err, code }).toEqual({ err: "", code: 0 });
  return out
    .split("\n")
    .filter((value) => value !== "")
    .map((value) => value.split("\t")[0] ?? "");
}

describe("precept complete", () => {
  it.each([
    ["precept sho", ["show"]],
    ["precept policies s", ["show"]],
    ["precept lint --fix", ["--fix", "--fix-unsafe"]],
    ["precept list --so", []],
    ["precept list --sc", ["--scope"]],
    ["precept list --scope ", ["global", "user", "project", "session"]],
    ["precept list --scope=u", ["--scope=user"]],
    ["precept completion ", ["bash", "zsh", "fish"]],
    ["precept show m", ["money"]],
    ["precept show mo extra ", []],
    ["precept edit --priority 5 m", ["money"]],
    ["precept edit --priority ", []],
    ["precept explain --rules-include m", ["money"]],
    ["precept show -- m", ["money"]],
    ['precept show "house r', ["house rules"]],
    ["precept show house\\ r", ["house rules"]],
    ["precept policies show ", ["HOUSE-1"]],
    ["precept audit list --rule H", ["HOUSE-1"]],
    ["precept explain --tool cur", ["cursor"]],
    ["precept export --to cursor,clau", ["cursor,claude"]],
    ["precept export --to=clau", ["--to=claude"]],
    ["precept init --policies secrets,git", ["secrets,git-safety"]],
    ["precept lint --disable glob/unr", ["glob/unreachable"]],
    ["precept explain sr", [":files"]],
    ["precept check --baseline=", [":files"]],
    ["precept --root other show ", ["other-rule"]],
    ["precept --root=other show ", ["other-rule"]],
    ["precept create ", []],
    ["precept unknown-command ", []],
    ["precept complete ", []],
  ])("completes %j with %j", async (line, values) => {
    expect(await valuesFor(await createExample(), line)).toEqual(values);
  });

  it("describes the values", async () => {
    const { precept } = await createExample();
    expect((await precept(["complete", "precept show mon"])).out).toBe("money\tAbout money\n");
    expect((await precept(["complete", "precept lin"])).out).toBe("lint\tcheck and fix rule files\n");
  });

  it("completes every option of a command, and the options of every command", async () => {
    const values = await valuesFor(await createExample(), "precept list --");
    expect(values).toEqual(expect.arrayContaining(["--scope", "--all", "--files", "--help", "--json", "--quiet", "--no-color"]));
    expect(await valuesFor(await createExample(), "precept delete --")).not.toContain("--files");
  });

  it("omits names that contain control characters", async () => {
    const project = await createProject({ ".precept/rules/a.md": nativeRule('"a\\u001Bb"'), ".git/HEAD": "" });
    expect(await valuesFor(project, "precept show ")).toEqual([]);
  });

  it("**Property** never fails on a line", async () => {
    const project = await createExample();
    const part = fc.constantFrom(
      "precept ",
      "show ",
      "--to=",
      "--root ",
      "cursor,",
      "policies ",
      "-",
      "-- ",
      '"',
      "'",
      "\\",
      " ",
      "é",
      "\n",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        const { code } = await project.precept(["complete", "--", `precept ${parts.join("")}`]);
        // A line may name a project that does not exist.
        expect([0, 2]).toContain(code);
      }),
      { numRuns: 100 },
    );
  });
});

/** Writes the script for a shell, and a `precept` for its PATH. */
async function installIn(project: TestProject, shell: string): Promise<{ script: string; env: Record<string, string> }> {
  const bin = join(project.dir, "bin");
  await mkdir(bin);
  await writeFile(join(bin, "precept"), `#!/bin/sh\nexec '${process.execPath}' '${preceptProgram()}' "$@"\n`, {
    mode: 0o755,
  });
  const script = join(project.dir, `precept.${shell}`);
  const { out, code } = await project.precept(["completion", shell]);
  expect(code).toBe(0);
  await writeFile(script, out);
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env["PATH"]}`,
    HOME: project.dir,
    PRECEPT_HOME: join(project.dir, "no-home"),
  };
  return { script, env };
}

/** The `precept` on the PATH is a shell script, which Windows cannot run. */
function isInstalled(shell: string): boolean {
  return process.platform !== "win32" && spawnSync(shell, ["-c", "exit 0"]).status === 0;
}

/** Runs a command of a shell in a project, and returns the lines that it prints. */
function callShell(shell: string, args: readonly string[], { dir }: TestProject, env: Record<string, string>): readonly string[] {
  const out = execFileSync(shell, args, { cwd: dir, env, encoding: "utf8" });
  return out.split("\n").filter((line) => line !== "");
}

/** Lines, and what each shell offers for them. */
const offers: readonly (readonly [line: string, values: readonly string[]])[] = [
  ["precept sho", ["show"]],
  ["precept show m", ["money"]],
  ["precept policies show HO", ["HOUSE-1"]],
];

describe.skipIf(!isInstalled("bash"))("precept completion bash", () => {
  const complete = `COMP_LINE=$2 COMP_POINT=\${#2}; source "$1"; _precept; printf '%s\\n' "\${COMPREPLY[@]}"`;

  const more: typeof offers = [
    ["precept export --to=clau", ["claude"]],
    ["precept show house", ["house\\ rules"]],
    ['precept show "house', ["house rules"]],
    ["precept show project:.precept", []],
  ];

  it.each([...offers, ...more])("completes %j with %j", async (line, values) => {
    const project = await createExample();
    const { script, env } = await installIn(project, "bash");
    const shown = callShell("bash", ["-c", complete, "bash", script, line], project, env);
    expect(shown).toEqual(values);
  });
});

describe.skipIf(!isInstalled("zsh"))("precept completion zsh", () => {
  const complete = [
    "compdef() { : }",
    '_describe() { print -rl -- "${(@P)2}" }',
    'words=("${(@s: :)2}"); CURRENT=$#words; PREFIX=$words[-1]',
    'source "$1"; _precept',
  ].join("\n");

  it.each(offers)("completes %j with %j", async (line, values) => {
    const project = await createExample();
    const { script, env } = await installIn(project, "zsh");
    const shown = callShell("zsh", ["-f", "-c", complete, "zsh", script, line], project, env);
    expect(shown.map((value) => value.split(":")[0])).toEqual(values);
  });
});

describe.skipIf(!isInstalled("fish"))("precept completion fish", () => {
  it.each(offers)("completes %j with %j", async (line, values) => {
    const project = await createExample();
    const { script, env } = await installIn(project, "fish");
    const call = ["--no-config", "-c", "source $argv[1]; complete --do-complete $argv[2]", script, line];
    const shown = callShell("fish", call, project, env);
    expect(shown.map((value) => value.split("\t")[0])).toEqual(values);
  });
});

it("refuses a shell that has no script, and names those that have", async () => {
  const { precept } = await createProject({});
  const { code, err } = await precept(["completion", "tcsh"]);
  expect(code).toBe(2);
  expect(err).toMatch(/bash, zsh, fish/);
});
