import { starterPolicies } from "@precept/governance/starters";
import { createTokenCounter } from "@precept/token-counters";
import { expect, it } from "vitest";
import { clientOf } from "../../test/engine.ts";
import { openProject, ruleFile } from "../../test/workspace.ts";
import { hostOfWorkspace } from "../host/workspace-host.ts";

/** What all tools of a project may cost a model in each of its requests, in tokens by `tokenx`, the default counter. */
const maxTokens = 800;

const files = {
  ".precept/rules/style.md": ruleFile("style", "Use named exports."),
  ".precept/rules/security.md": ruleFile("security", "Check each input.", { inclusion: "agentRequested" }),
  ...Object.fromEntries(Object.entries(starterPolicies).map(([name, text]) => [`.precept/policies/${name}.yaml`, text])),
};

it.each(["legacy", "modern"] as const)(
  "at most three tools of 800 tokens are listed, whatever the rules and policies are, %s",
  async (era) => {
    // With a user, a new rule can also have the scope `user`.
    const { workspace } = await openProject({ ...files, ".precept/config.yaml": "user: ada\n" });
    const policies = await hostOfWorkspace(workspace).policies?.policies();
    expect(policies?.length).toBeGreaterThan(100);
    const { tools, nextCursor } = await (await clientOf(hostOfWorkspace(workspace), era)).request({ method: "tools/list" });
    expect(nextCursor).toBeUndefined();
    expect(tools.map(({ name }) => name)).toEqual(["rules_for_files", "remember_rule", "rule_engine"]);
    const counter = await createTokenCounter();
    expect(counter.count(JSON.stringify(tools))).toBeLessThanOrEqual(maxTokens);
  },
);

it("a compact tool has a name, a description and the schema of its arguments without limits, and no schema of answers", async () => {
  const { workspace } = await openProject(files);
  const host = hostOfWorkspace(workspace, { sessionType: "main" });
  const names = ["rules_for_files", "request_rules", "get_rule", "explain_rule", "search_rules", "remember_rule", "rule_engine"];
  const { tools } = await (await clientOf(host, "modern", { tools: names as never })).listTools();
  expect(tools.map(({ name }) => name)).toEqual([...names.slice(0, -1), "remember", "note", "rule_engine"]);
  for (const tool of tools) {
    expect(tool.title).toBeUndefined();
    expect(tool.outputSchema).toBeUndefined();
    expect(JSON.stringify(tool.inputSchema)).not.toMatch(/"(?:additionalProperties|m(?:in|ax)(?:Length|Items|imum))":/);
  }
  const [{ annotations } = {}] = tools;
  expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false });
});
