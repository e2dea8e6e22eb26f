import { spawn } from "node:child_process";
import { createProject } from "@precept/testing";
import { preceptProgram } from "@precept/testing/program";
import { describe, expect, it } from "vitest";

/** Runs the whole process of `precept hook`. */
async function runHook(dir: string, args: readonly string[], input: unknown) {
  const child = spawn(process.execPath, [preceptProgram(), "hook", ...args], {
    cwd: dir,
    env: { ...process.env, PRECEPT_HOME: `${dir}/home`, NO_COLOR: "1" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(typeof input === "string" ? input : JSON.stringify(input));
  const [output, errors] = ["", ""].map(() => [] as string[]) as [string[], string[]];
  child.stdout.on("data", (data) => output.push(String(data)));
  child.stderr.on("data", (data) => errors.push(String(data)));
  const code = await new Promise((resolve) => {
    child.on("close", resolve);
  });
  return { code, stdout: output.join(""), stderr: errors.join("") };
}

const config = { ".precept/config.yaml": "policies: { starters: [destructive-commands] }\n" };
const call = (command: string) => ({
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_use_id: "t",
  tool_name: "Bash",
  tool_input: { command },
});

describe("the process of precept hook", () => {
  it("denies a command that a starter policy stops, and says nothing about others", async () => {
    const { dir } = await createProject(config);
    const denied = await runHook(dir, ["claude-code"], { ...call("rm -rf /"), cwd: dir });
    expect(denied).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(denied.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    expect(await runHook(dir, ["claude-code"], { ...call("ls"), cwd: dir })).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("accepts the project directory before and after the agent", async () => {
    const [{ dir }, { dir: elsewhere }] = [await createProject(config), await createProject()];
    for (const args of [
      ["claude-code", "--root", dir],
      ["--root", dir, "claude-code"],
    ]) {
      expect((await runHook(elsewhere, args, { ...call("rm -rf /"), cwd: elsewhere })).stdout).toContain('"deny"');
    }
  });

  it("denies a payload that cannot be read", async () => {
    const { dir } = await createProject(config);
    expect((await runHook(dir, ["claude-code"], "{")).stdout).toContain('"deny"');
  });

  it("leaves other arguments to the whole program", async () => {
    const { dir } = await createProject(config);
    expect((await runHook(dir, ["--help"], "")).stdout).toContain("precept hook");
    expect(await runHook(dir, ["unknown-agent"], "{}")).toMatchObject({ code: 2, stdout: "" });
    expect((await runHook(dir, ["claude-code", "--no-color"], { ...call("rm -rf /"), cwd: dir })).stdout).toContain('"deny"');
  });
});
