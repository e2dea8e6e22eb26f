import { execFileSync } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { nobody, whyNotAsNobody } from "@precept/testing";
import { optionConflicts } from "../option-conflicts.ts";
import { callAsNobody, type CallOutcome } from "../../test/call-as-nobody.ts";
import { listCommands } from "../../test/list-commands.ts";
import { argumentsOf } from "../../test/command-arguments.ts";
import { createProject, nativeRule } from "../../test/precept-in.ts";

const commands = listCommands();

const files = {
  ".precept/rules/own-rule.md": nativeRule("own-rule", {}, "Text of a\u200Brule."),
  ".precept/rules/off-rule.md": nativeRule("off-rule", { enabled: false }),
  ".precept/policies/own.yaml":
    "id: OWN-1\nseverity: LOW\nmessage: m\nmatch: { pattern: bad }\ntests: { valid: [good], invalid: [bad] }\n",
  ".cursor/rules/other.mdc": "---\nalwaysApply: true\n---\n\nText of another tool.\n",
  "src/a.ts": "bad\n",
};

/** Arguments with which a command prompts the user. */
const promptingArguments: Readonly<Record<string, readonly string[]>> = {
  init: [],
  create: ["new-rule"],
  remember: [],
  edit: ["own-rule"],
  delete: ["own-rule"],
  forget: ["own-rule"],
};

type CallWithOutcome = readonly [args: readonly string[], outcome: CallOutcome];

/** Formats calls and what they print to standard error, as in the golden files. */
function formatCalls(calls: readonly CallWithOutcome[]): string {
  return calls.map(([args, { code, err }]) => `$ precept ${args.map(quote).join(" ")}\n${err}exit code ${code}\n`).join("\n");
}

function quote(arg: string): string {
  return /^[\w./=-]+$/.test(arg) ? arg : JSON.stringify(arg);
}

/** Formats calls, and expects that none prints a bug report, a stack trace or an absolute path of this machine. */
function formatAndCheckCalls(calls: readonly CallWithOutcome[]): string {
  const text = formatCalls(calls);
  expect(text).not.toContain("unexpected error");
  expect(text).not.toMatch(/^\s+at .*:\d+/m);
  expect(text).not.toMatch(/[\s"'`(]\/(?:proc|tmp|private|var|home|work|root|usr)\//);
  return text;
}

/**
 * Runs each call in a new project.
 *
 * @param isShown selects the outcomes to print. Default: all.
 */
async function callEach(
  calls: readonly (readonly string[])[],
  content: Record<string, string> = files,
  isShown: (outcome: CallOutcome) => boolean = () => true,
): Promise<string> {
  const outcomes: CallWithOutcome[] = [];
  for (const args of calls) {
    const { dir, precept } = await createProject(content);
    const outcome = await precept(args);
    expect(outcome.err).not.toContain(dir);
    outcomes.push([args, outcome]);
  }
  formatAndCheckCalls(outcomes);
  return formatCalls(outcomes.filter(([, outcome]) => isShown(outcome)));
}

/** An option, with a value if it needs one: `["--keep", "1"]`, `["--staged"]`. */
function withValue(path: string, option: string): readonly string[] {
  const command = commands.find((one) => one.path === path)?.command;
  const found = [...(command?.options ?? []), ...(command?.parent?.options ?? [])].find(({ long }) => long === option);
  return found === undefined || found.isBoolean() || found.negate ? [option] : [option, found.argChoices?.[0] ?? "1"];
}

it("has arguments for every command", () => {
  expect(commands.map(({ path }) => path).toSorted()).toEqual(Object.keys(argumentsOf).toSorted());
});

describe("every command reports a clear error", () => {
  it.skipIf(whyNotAsNobody() !== undefined)("in a read-only directory", { tags: "slow", timeout: 120_000 }, async () => {
    const { dir } = await createProject({ ...files, "no-home/x": "" });
    const git = (...args: readonly string[]): unknown =>
      execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], { cwd: dir, stdio: "ignore" });
    git("init", "--quiet");
    git("add", "--all");
    git("commit", "--quiet", "-m", "first");
    if (process.getuid?.() === 0) execFileSync("chown", ["-R", `${nobody}:${nobody}`, dir]);
    execFileSync("chmod", ["-R", "a-w,a+rX", dir]);
    onTestFinished(() => void execFileSync("chmod", ["-R", "u+w", dir]));
    const calls = commands.map(({ path }) => [...path.split(" "), ...(argumentsOf[path] ?? [])]);
    const outcomes = callAsNobody(dir, calls);
    await expect(formatAndCheckCalls(calls.map((args, at) => [args, outcomes[at] ?? { code: -1, err: "" }]))).toMatchFileSnapshot(
      "golden/read-only.txt",
    );
  });

  it("on a project that does not exist", async () => {
    const calls = commands.map(({ path }) => [...path.split(" "), ...(argumentsOf[path] ?? []), "--root", "nofile"]);
    await expect(await callEach(calls)).toMatchFileSnapshot("golden/missing-root.txt");
  });

  it("on paths that do not exist", async () => {
    const rulesDirs = commands.map(({ path }) => [...path.split(" "), ...(argumentsOf[path] ?? []), "--rules-dir", "nofile"]);
    const calls = [
      ...rulesDirs,
      ["lint", "nofile"],
      ["lint", "src/nofile", "--root", "src"],
      ["check", "nofile"],
      ["check", "src/a.ts", "../nofile"],
      ["check", "--baseline", "nofile"],
      ["policies", "explain", "OWN-1", "nofile"],
      ["policies", "explain", "OWN-1", "src"],
      ["list", "--root", "src/a.ts"],
    ];
    await expect(await callEach(calls)).toMatchFileSnapshot("golden/missing-path.txt");
  });

  it("if a path is a file instead of a directory, or a directory instead of a file", { tags: "slow" }, async () => {
    const calls = commands.map(({ path }) => [...path.split(" "), ...(argumentsOf[path] ?? [])]);
    const swapped = ["config.yaml", "ledger.json", "baseline.json", "rules/new-rule.md", "audit/rule_violations.jsonl"];
    const directories = Object.fromEntries(swapped.map((path) => [`.precept/${path}/x`, ""]));
    const isFailure = ({ code }: CallOutcome): boolean => code !== 0;
    const first = await callEach(calls, { ".precept": "", "src/a.ts": "bad\n" }, isFailure);
    const second = await callEach(calls, { ...directories, "src/a.ts": "bad\n" }, isFailure);
    await expect(`${first}\n${second}`).toMatchFileSnapshot("golden/wrong-kind.txt");
  });

  it("without a terminal", async () => {
    const calls = commands.map(({ path }) => [...path.split(" "), ...(promptingArguments[path] ?? argumentsOf[path] ?? [])]);
    await expect(await callEach(calls)).toMatchFileSnapshot("golden/without-terminal.txt");
  });

  it("with two options that cannot be combined", async () => {
    const calls = Object.entries(optionConflicts).flatMap(([path, pairs]) =>
      pairs.map(([one, other]) => [...path.split(" "), ...requiredOf(path), ...withValue(path, one), ...withValue(path, other)]),
    );
    await expect(
      await callEach([...calls, ["check", "-", "src/a.ts"], ["check", "--stdin-path", "src/a.ts"]]),
    ).toMatchFileSnapshot("golden/option-conflicts.txt");
  });

  it("with an unknown option, too many arguments and too few", async () => {
    const calls = commands.flatMap(({ path, command }) => {
      const names = path.split(" ");
      const takesAny = command.registeredArguments.some(({ variadic }) => variadic);
      const isMissing =
        command.registeredArguments.some(({ required }) => required) || command.options.some(({ mandatory }) => mandatory);
      return [
        [...names, ...(argumentsOf[path] ?? []), "--no-such-option"],
        ...(takesAny ? [] : [[...names, ...command.registeredArguments.map(() => "x"), "surplus", ...mandatoryOf(path)]]),
        ...(isMissing ? [names] : []),
      ];
    });
    await expect(await callEach(calls)).toMatchFileSnapshot("golden/usage.txt");
  });

  it("if a name is unknown, or a value is invalid", async () => {
    const calls = [
      ["lst"],
      ["something-else"],
      ["policies", "shwo"],
      ["list", "--tol", "cursor"],
      ["list", "--root"],
      ["show", "own-rul"],
      ["show", "nothing-like-it"],
      ["history", "nothing-like-it"],
      ["edit", "own-rul", "--content", "x"],
      ["edit", "own-rule", "--priority", "500"],
      ["create", "own-rule", "--content", "x"],
      ["create", "new-rule", "--content", "x", "--scope", "user"],
      ["create", "..", "--content", "x"],
      ["create", "../../evil", "--content", "x"],
      ["create", "new-rule", "--content", ""],
      ["list", "--scope", "user"],
      ["create", "new-rule", "--content", "x", "--scope", "everywhere"],
      ["create", "new-rule", "--content", "x", "--no-default-rules"],
      ["list", "--user", "../root"],
      ["export"],
      ["export", "--to", "foo"],
      ["export", "--to", "curser"],
      ["import", "--from", "foo"],
      ["convert", "--from", "foo", "--to", "claude"],
      ["init", "--policies", "secret"],
      ["init", "--policies", "foo"],
      ["lint", "--disable", "text/secre"],
      ["lint", "--disable", "foo"],
      ["policies", "show", "OWN-2"],
      ["policies", "show", "foo"],
      ["policies", "explain", "OWN-1", "src/a.ts", "--phase", "LATER"],
      ["soft-hooks", "ignore", "foo"],
      ["check", "--staged"],
      ["check", "--since", "HEAD"],
      ["check", "--max-warnings", "few"],
      ["check", "--context", "novalue"],
      ["audit", "list", "--since", "someday"],
      ["audit", "tail", "--lines", "-1"],
      ["trace", "--last", "0"],
      ["checkpoint", "prune", "--keep", "all"],
      ["checkpoint", "restore", "foo"],
      ["explain", "--max-characters", "many"],
      ["completion", "tcsh"],
      ["install"],
      ["install", "claude"],
      ["install", "cursor", "--command", ""],
      ["uninstall", "detected"],
      ["search", "text", "--mode", "fuzzy"],
      ["search", "text", "--mode", "dense"],
      ["search", "text", "--limit", "0"],
      ["search", "text", "--status", "gone"],
      ["search", "text", "--min-score", "2"],
      ["search", "text", "--cursor", "x"],
      ["search", "text", "--scope", "user"],
      ["remember", "Text.", "--name", "a b"],
      ["remember", "Text.", "--replaces", "own-rul"],
      ["remember", "Text.", "--store", "sqlite"],
      ["remember", "Text of a new-rule.", "--name", "own-rule", "--force"],
      ["forget", "other", "--yes"],
      ["forget", "own-rul", "--yes"],
      ["usage", "own-rule"],
      ["history"],
      ["history", "--prune"],
      ["history", "own-rule", "--keep", "2"],
      ["history", "own-rule", "--prune"],
      ["history", "--prune", "--older-than", "3 months"],
      ["diff", "own-rule"],
      ["diff", "own-rule@1"],
      ["restore", "own-rule@1..2"],
      ["context", "show", "--session-type", "private"],
      ["context", "remember", ""],
      ["context", "remember", "x", "--importance", "9"],
      ["context", "remember", "x", "--source-date", "today"],
      ["context", "note", "x", "--section", "# a"],
      ["context", "note"],
      ["resolve", "--session-type", "all"],
      ["index", "rebild"],
      ["token", "create", "--user", "ada", "--role", "root"],
      ["token", "create", "--user", "../ada", "--role", "reader"],
      ["token", "create", "--user", "ada", "--role", "reader", "--expires", "soon"],
      ["token", "create", "--user", "ada", "--role", "reader", "--expires", "0d"],
      ["token", "create", "--user", "ada", "--role", "reader", "--project", ""],
      ["token", "create", "--role", "reader"],
      ["token", "revoke", "0123456789"],
      ["index", "rebuild"],
    ];
    await expect(await callEach(calls)).toMatchFileSnapshot("golden/unknown.txt");
  });
});

/** The arguments of a command, if it requires any. */
function requiredOf(path: string): readonly string[] {
  const command = commands.find((one) => one.path === path)?.command;
  return command?.registeredArguments.some(({ required }) => required) === true ? (argumentsOf[path] ?? []) : [];
}

function mandatoryOf(path: string): readonly string[] {
  const command = commands.find((one) => one.path === path)?.command;
  return (command?.options ?? []).filter(({ mandatory }) => mandatory).flatMap(({ long }) => [long ?? "", "1"]);
}
