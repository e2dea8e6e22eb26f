import { createProject } from "@precept/testing";
import { openWorkspace } from "@precept/workspace";
import { describe, expect, it } from "vitest";
import type { Message } from "./conversation.ts";
import { createRulesMiddleware } from "./create-middleware.ts";

const files = {
  "AGENTS.md": "Work carefully.",
  "OWNER.md": "Ada.",
  "SPIRIT.md": "Be brief.",
  "MEMORY.md": "# MEMORY.md\n\n## Decisions\n\n- Deploys happen on Tuesdays.\n",
  ".precept/rules/sql.md": '---\nname: sql\ndescription: SQL\ninclusion: fileMatch\nglobs: "*.sql"\n---\n\nUse parameters.\n',
};

const user = (content: string): Message => ({ role: "user", content });

async function open() {
  const project = await createProject(files);
  const workspace = await openWorkspace(project.dir, { home: `${project.dir}/home` });
  return { project, workspace };
}

describe("the agent context of a workspace", () => {
  it("comes before the rules, once, and with the memory only in a main session", async () => {
    const { workspace } = await open();
    await using _ = workspace;
    const messages = [user("Fix `query.sql`")];
    for (const [agentContext, hasMemory] of [
      ["main", true],
      ["shared", false],
    ] as const) {
      const { section, event } = await createRulesMiddleware(workspace, { agentContext }).beforeModelCall({ messages });
      expect(section.indexOf("Be brief.")).toBeLessThan(section.indexOf("Use parameters."));
      expect(section.match(/Work carefully\./g)).toHaveLength(1);
      expect(section.includes("Tuesdays")).toBe(hasMemory);
      expect(event.triggered_rules.map(({ name }) => name)).toEqual(["sql"]);
    }
  });

  it("is read again before each model call", async () => {
    const { project, workspace } = await open();
    await using _ = workspace;
    const middleware = createRulesMiddleware(workspace, { agentContext: "main", session: "s1" });
    expect((await middleware.beforeModelCall({ messages: [user("Hello")] })).section).not.toContain("Releases");
    await workspace.context.appendMemory({ content: "Releases are on Fridays." }, { sessionType: "main", session: "s1" });
    await project.write("SPIRIT.md", "Be thorough.");
    const { section } = await middleware.beforeModelCall({ messages: [user("Hello"), user("Again")] });
    expect(section).toContain("Releases are on Fridays.");
    expect(section).toContain("Be thorough.");
  });

  it("of a shared session cannot be requested as a main session later", async () => {
    const { workspace } = await open();
    await using _ = workspace;
    const messages = [user("Hello")];
    await createRulesMiddleware(workspace, { agentContext: "shared", session: "group" }).beforeModelCall({ messages });
    const main = createRulesMiddleware(workspace, { agentContext: "main", session: "group" });
    await expect(main.beforeModelCall({ messages })).rejects.toMatchObject({ code: "SESSION_TYPE_CONFLICT" });
  });
});
