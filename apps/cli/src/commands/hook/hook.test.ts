import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProject } from "@precept/testing";
import { preceptProgram } from "@precept/testing/program";
import { describe, expect, it, onTestFinished } from "vitest";

const payload = JSON.stringify({
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_name: "Bash",
  tool_input: { command: "rm -rf x" },
});

const policy =
  "id: NO-RM\nseverity: CRITICAL\nmatch: { pattern: 'rm -rf', context_filter: { subject: command } }\nmessage: No.\n";

interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a shell command in which `$HOOK` is `precept hook`. */
async function runInShell(dir: string, command: string): Promise<Outcome> {
  const quoted = [process.execPath, preceptProgram()].map((word) => `'${word}'`).join(" ");
  const child = spawn("sh", ["-c", command.replaceAll("$HOOK", `${quoted} hook`)], {
    cwd: dir,
    env: { ...process.env, PRECEPT_HOME: join(dir, "no-home"), NO_COLOR: "1" },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  let err = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  child.stdin.end(payload);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out, err };
}

describe.skipIf(process.platform === "win32")("a hook that fails", () => {
  it("denies without its working directory, also in Cline's way", async () => {
    const dir = await mkdtemp(join(tmpdir(), "precept-hook-"));
    const { code, out, err } = await runInShell(dir, 'rmdir "$PWD"; $HOOK cline; echo " $?"; $HOOK claude-code');
    expect([code, err]).toEqual([2, expect.stringContaining("Precept failed: ")]);
    expect(out).toMatch(/^\{"cancel":true,"errorMessage":"Precept failed: .*\}\n 0\n$/);
  });

  it.skipIf(!existsSync("/dev/full"))("denies by the exit code if the answer cannot be written", async () => {
    const { dir } = await createProject({ ".git/HEAD": "", ".precept/policies/a.yaml": policy });
    const { code, err } = await runInShell(dir, "$HOOK claude-code > /dev/full");
    expect([code, err]).toEqual([2, expect.stringContaining("The answer could not be written")]);
  });

  it("denies if its options are wrong", async () => {
    const { dir } = await createProject({ ".git/HEAD": "" });
    expect((await runInShell(dir, "$HOOK claude-code --root")).code).toBe(2);
  });
});
