import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { fireCanary } from "./fire-canary.ts";

const fire = (line: string, timeout?: number) =>
  fireCanary(
    { host: "claude-code" },
    { line },
    {
      cwd: tmpdir(),
      env: { PATH: process.env["PATH"] },
      isWindows: false,
      ...(timeout !== undefined && { timeout }),
    },
  );

const answer = (value: unknown) => `echo '${JSON.stringify(value)}'`;

it.each([
  ["exit code 2 with a reason", "echo no >&2; exit 2"],
  ["a decision", answer({ decision: "deny" })],
  ["a blocking decision", answer({ decision: "block" })],
  ["a permission", answer({ permission: "deny" })],
  ["a decision of Claude Code", answer({ hookSpecificOutput: { permissionDecision: "deny" } })],
  ["a cancellation", answer({ cancel: true })],
])("a hook stops the command by %s", async (_, line) => {
  expect(await fire(line)).toEqual({ kind: "stopped" });
});

it.each([
  ["nothing", "true", { kind: "passed", detail: "" }],
  ["a warning", "echo one >&2; echo two >&2", { kind: "passed", detail: "one" }],
  ["another decision", answer({ decision: "allow", permission: "ask", cancel: "yes" }), { kind: "passed", detail: "" }],
  ["no object", answer(["deny"]), { kind: "passed", detail: "" }],
  ["a text", answer("deny"), { kind: "passed", detail: "" }],
  ["null", "echo null", { kind: "passed", detail: "" }],
  ["no JSON", "echo '{'", { kind: "passed", detail: "" }],
  ["exit code 2 without a reason", "exit 2", { kind: "failed", detail: "exit code 2" }],
  ["another exit code", "echo broken >&2; exit 3", { kind: "failed", detail: "exit code 3: broken" }],
])("a hook does not stop the command by %s", async (_, line, outcome) => {
  expect(await fire(line)).toEqual(outcome);
});

it("a hook gets the command and the project", async () => {
  const outcome = await fire('[ "$CLAUDE_PROJECT_DIR" = "$PWD" ] && grep -q tool_input && echo seen >&2');
  expect(outcome).toEqual({ kind: "passed", detail: "seen" });
});

it("a hook that hangs is killed", async () => {
  expect(await fire("sleep 60 & wait", 50)).toEqual({ kind: "failed", detail: "no answer within 0.05 seconds" });
});

it("a program without a shell is started with its words", async () => {
  const options = { cwd: tmpdir(), env: {}, isWindows: false };
  const start = { words: [process.execPath, "-e", 'process.stdout.write(JSON.stringify({decision:"deny"}))'] };
  expect(await fireCanary({ host: "claude-code" }, start, options)).toEqual({ kind: "stopped" });
  expect(await fireCanary({ host: "claude-code" }, { words: ["/nowhere/at/all"] }, options)).toMatchObject({ kind: "failed" });
});
