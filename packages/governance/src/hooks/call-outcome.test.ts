import { expect, it } from "vitest";
import { readHookPayload } from "./hook-payload.ts";

const after = { hook_event_name: "PostToolUse", tool_name: "Bash", tool_input: { command: "make" } };

it.each([
  [{ ...after, hook_event_name: "PreToolUse" }, undefined],
  [after, undefined],
  [{ ...after, hook_event_name: "PostToolUseFailure", error: "exit 2" }, "failed"],
  [{ ...after, tool_response: { stdout: "", stderr: "no", exit_code: 2 } }, "failed"],
  [{ ...after, tool_response: { stdout: "", exitCode: 0 } }, "succeeded"],
  [{ ...after, tool_response: { stdout: "ok", stderr: "", interrupted: false } }, "succeeded"],
  [{ ...after, tool_response: { stdout: "ok", interrupted: true } }, "failed"],
  [{ ...after, tool_response: { success: false } }, "failed"],
  [{ ...after, tool_response: { content: [], isError: true } }, "failed"],
  [{ ...after, tool_response: "Error: no such file" }, "failed"],
  [{ ...after, tool_response: "all good" }, "succeeded"],
  [{ ...after, tool_response: "Exit code 0" }, "succeeded"],
  [{ ...after, tool_response: "Exit code 1" }, "failed"],
  [{ ...after, tool_response: { success: true } }, "succeeded"],
  [{ ...after, success: true }, "succeeded"],
  [{ ...after, exit_code: 0 }, "succeeded"],
  [{ ...after, return_code: 1 }, "failed"],
  [{ ...after, exit_code: "0" }, undefined],
  [{ ...after, exit_code: 0, returncode: 1 }, "succeeded"],
  [{ ...after, timed_out: true, exit_code: 0 }, "failed"],
  [{ ...after, is_error: true }, "failed"],
  [{ ...after, is_error: "yes" }, undefined],
  [{ ...after, error: "no" }, "failed"],
  [{ ...after, error: "" }, undefined],
  [{ ...after, status: "Failed" }, "failed"],
  [{ ...after, status: "ok" }, undefined],
  [{ ...after, resultType: "failure" }, "failed"],
  [{ ...after, status: "ok", resultType: "failure" }, undefined],
  [{ ...after, exit_code: 0, tool_response: "Error: no" }, "failed"],
  [{ ...after, tool_response: [1] }, "succeeded"],
])("the outcome of %j is %s", (payload, outcome) => {
  expect(readHookPayload(payload)?.outcome).toBe(outcome);
});
