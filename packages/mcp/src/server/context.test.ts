import { describe, expect, it, vi } from "vitest";
import { hostOfWorkspace } from "../host/workspace-host.ts";
import { clientOf } from "../../test/engine.ts";
import { openProject } from "../../test/workspace.ts";

const files = {
  "AGENTS.md": "Work carefully.",
  "SOUL.md": "Be brief.",
  "MEMORY.md": "- Deploys happen on Tuesdays.\n",
};

async function start(era: "legacy" | "modern", sessionType: "main" | "shared", mayRemember = true) {
  const project = await openProject(files);
  return { ...project, client: await clientOf(hostOfWorkspace(project.workspace, { sessionType, mayRemember }), era) };
}

describe.each(["legacy", "modern"] as const)("the agent context, %s", (era) => {
  it("has a resource for each file, and one for all of them", async () => {
    const { client, dir } = await start(era, "main");
    const uris = (await client.listResources()).resources.map(({ uri }) => uri).filter((uri) => uri.startsWith("context:"));
    expect(uris).toEqual(["context://agents", "context://memory", "context://owner", "context://prompt", "context://spirit"]);
    const read = async (uri: string) => (await client.readResource({ uri })).contents;
    expect(await read("context://spirit")).toMatchObject([{ text: "Be brief.", mimeType: "text/markdown" }]);
    expect(await read("context://prompt")).toMatchObject([{ text: expect.stringContaining("Tuesdays") as string }]);
    await expect(read("context://tools")).rejects.toThrow("context://tools");
    expect(client.getInstructions()).toContain("context://prompt");
    expect(dir).toBeDefined();
  });

  it("lets a main session remember, and every session note", async () => {
    const { client } = await start(era, "main");
    const arguments_ = { content: "Prices are gross.", category: "Decisions", importance: 5 };
    const remembered = await client.callTool({ name: "remember", arguments: arguments_ });
    expect(remembered.structuredContent).toMatchObject({ category: "Decisions", importance: 5 });
    const noted = await client.callTool({ name: "note", arguments: { content: "Released.", section: "Events" } });
    expect(noted.structuredContent).toMatchObject({ path: expect.stringMatching(/^memory\//) as string });
    const { contents } = await client.readResource({ uri: "context://prompt" });
    expect(JSON.stringify(contents)).toMatch(/Released\..*Prices are gross\./);
    const refused = await client.callTool({ name: "remember", arguments: { content: "x", source_date: "someday" } });
    expect(refused).toMatchObject({ isError: true });
  });

  it("gives a shared session neither the memory nor the tool", async () => {
    const { client } = await start(era, "shared");
    const { resources } = await client.listResources();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("note");
    expect(tools.map(({ name }) => name)).not.toContain("remember");
    expect(JSON.stringify(resources)).not.toMatch(/memory/i);
    await expect(client.readResource({ uri: "context://memory" })).rejects.toThrow("context://memory");
    await expect(client.callTool({ name: "remember", arguments: { content: "x" } })).rejects.toThrow("Unknown tool");
    const { contents } = await client.readResource({ uri: "context://prompt" });
    expect(JSON.stringify(contents)).not.toContain("Tuesdays");
  });

  it("is not written by a session that may not", async () => {
    const { client } = await start(era, "main", false);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).not.toContain("note");
    expect(names).not.toContain("remember");
  });

  it("notifies of files that change, shared sessions not of the memory", async () => {
    const project = await openProject(files);
    const heard = { main: [] as string[], shared: [] as string[] };
    for (const sessionType of ["main", "shared"] as const) {
      const client = await clientOf(hostOfWorkspace(project.workspace, { sessionType }), era);
      client.setNotificationHandler("notifications/resources/updated", ({ params }) => void heard[sessionType].push(params.uri));
      const uris = ["context://prompt", "context://agents", ...(sessionType === "main" ? ["context://memory"] : [])];
      if (era === "modern") await client.listen({ resourcesListChanged: true, resourceSubscriptions: uris });
      else for (const uri of uris) await client.subscribeResource({ uri });
      await client.listResources();
    }
    const reload = async () => {
      await project.workspace.context.load({ sessionType: "main" }, { create: "memory" });
      await project.workspace.context.load({ sessionType: "shared" }, { create: "memory" });
    };
    await reload();
    await project.write("MEMORY.md", "- New.\n");
    await reload();
    await vi.waitFor(() => expect(heard.main).toEqual(["context://memory", "context://prompt"]));
    await project.write("AGENTS.md", "New.\n");
    await reload();
    await vi.waitFor(() => expect(heard.shared).toEqual(["context://agents", "context://prompt"]));
  });
});
