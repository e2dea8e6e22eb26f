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
])("the outcome of %j is %s", (payload, outcome) => {
  expect(readHookPayload(payload)?.outcome).toBe(outcome);
});
