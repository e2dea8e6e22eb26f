import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runHook } from "@precept/agent-hooks";
import { policyFile } from "@precept/testing";
import type { ServedConsole } from "./served-console.ts";

/** Adds what the example lacks: proposed rules, a policy, a checked rule, and a session of an agent. */
export async function recordActivity({ dir, workspace }: ServedConsole): Promise<void> {
  for (const name of ["first", "second"]) {
    const text = `---\nname: ${name}\ndescription: Proposed.\npending: true\n---\nUse ${name}.\n`;
    await writeFile(join(dir, `.precept/rules/${name}.md`), text);
  }
  const checks = `checks: [{ match: { pattern: "TODO" }, tests: { valid: ["done"], invalid: ["TODO"] } }]`;
  await writeFile(
    join(dir, ".precept/rules/checked.md"),
    `---\nname: checked\ndescription: Checked.\n${checks}\n---\nDo it now.\n`,
  );
  const policy = policyFile({ id: "NO-BAD", pattern: "bad" });
  await workspace.policies.register(`# Why: it is bad.\n${policy}`, { save: true });
  await workspace.reload();
  const session = { session_id: "session-of-a-test", prompt_id: "one", cwd: dir };
  const file_path = join(dir, "src/cart/cart.tsx");
  const written = { tool_name: "Write", tool_use_id: "b", tool_input: { file_path, content: "// TODO\n" } };
  const payloads = [
    { hook_event_name: "SessionStart", source: "startup" },
    { hook_event_name: "UserPromptSubmit", prompt: "Fix the total." },
    { hook_event_name: "PreToolUse", tool_name: "Read", tool_use_id: "a", tool_input: { file_path } },
    { hook_event_name: "PreToolUse", ...written },
    { hook_event_name: "PostToolUse", ...written, tool_response: { success: true } },
  ];
  for (const payload of payloads) {
    await runHook(JSON.stringify({ ...session, ...payload }), {
      host: "claude-code",
      open: async () => workspace,
      env: {},
      cwd: dir,
      now: Date.now,
      deadline: 60_000,
    });
  }
}
