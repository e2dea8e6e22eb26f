import { describe, expect, it } from "vitest";
import { createHookProject, hookProjectFiles } from "../../test/hook-project.ts";
import type { RunHookOptions } from "./run-options.ts";

const files = {
  ...hookProjectFiles,
  "MEMORY.md": "## Decisions\n\n- Ada prefers tabs.\n",
  "BOOTSTRAP.md": "Ask the owner for a name.\n",
};
const claude = (hook_event_name: string, more: object = {}) => ({ hook_event_name, session_id: "s1", ...more });
const start = claude("SessionStart", { source: "startup" });

async function openHooks(given: Readonly<Record<string, string>> = files, options: Partial<RunHookOptions> = {}) {
  const { run } = await createHookProject(given);
  return async (payload: object): Promise<string> => {
    const { stdout } = await run(payload, "claude-code", options);
    if (stdout === "") return "";
    const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput?: { additionalContext?: string } };
    return hookSpecificOutput?.additionalContext ?? "";
  };
}

describe("the memory", () => {
  it("is given to a main session once, before the rules, and again after a compaction, but BOOTSTRAP.md only once", async () => {
    const contextOf = await openHooks();
    const first = await contextOf(start);
    expect(first).toMatch(
      /^## Agent Context\n[^]*### BOOTSTRAP\.md\n\nAsk [^]*### MEMORY\.md\n[^]*Ada prefers tabs\.\n\nRules:\n/,
    );
    expect(await contextOf(claude("UserPromptSubmit", { prompt: "Add a route" }))).toBe("");
    expect(await contextOf(claude("SessionStart", { source: "resume" }))).toBe("");
    const again = await contextOf(claude("SessionStart", { source: "compact" }));
    expect(again).toContain("Ada prefers tabs.");
    expect(again).not.toContain("BOOTSTRAP");
  });

  it("is given with the first prompt if no hook saw the start of the session", async () => {
    const contextOf = await openHooks();
    expect(await contextOf(claude("UserPromptSubmit", { prompt: "Add a route" }))).toContain("Ada prefers tabs.");
    expect(await contextOf(claude("UserPromptSubmit", { prompt: "Add a route" }))).toBe("");
  });

  it.each<[string, Readonly<Record<string, string>>, Partial<RunHookOptions>, object]>([
    ["of a subagent", files, {}, claude("SubagentStart", { agent_id: "a1", agent_type: "Explore" })],
    ["in CI", files, { env: { CI: "true" } }, start],
    [
      "that the configuration calls shared",
      { ...files, ".precept/config.yaml": "context: { hookSessions: shared }\n" },
      {},
      start,
    ],
  ])("is not given to a session %s", async (_, given, options, payload) => {
    const contextOf = await openHooks(given, options);
    const context = await contextOf(payload);
    expect(context).toContain("Be careful.");
    expect(context).not.toMatch(/Ada|Agent Context|owner/);
  });

  it("takes at most half of what the host accepts, and says what is cut", async () => {
    const contextOf = await openHooks({ ...files, "MEMORY.md": "- Ada prefers tabs.\n".repeat(2_000) });
    const context = await contextOf(start);
    expect(context.length).toBeLessThanOrEqual(10_000);
    expect(context).toMatch(/### MEMORY\.md \(the last [\d,]+ characters are omitted\)/);
    expect(context).toContain("Be careful.");
  });
});
