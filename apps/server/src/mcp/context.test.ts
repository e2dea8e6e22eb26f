import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { contextPromptUri } from "@precept/mcp";
import { describe, expect, it } from "vitest";
import { callTool, connectMcp, mcpModes } from "../../test/mcp-client.ts";
import { principalInToken } from "../../test/principal-in-token.ts";
import { startTestServer } from "../../test/test-server.ts";

const files = {
  "shop/AGENTS.md": "Work carefully.",
  "shop/MEMORY.md": "# MEMORY.md\n\n## Decisions\n\n- Deploys happen on Tuesdays.\n",
};

const start = () => startTestServer(files, { authenticator: principalInToken });
const [shared, main] = ["ada:editor", "ada:editor+main"] as const;
const pathOf = (type: string, session = "") => `/api/v1/mcp?session_type=${type}${session === "" ? "" : `&session=${session}`}`;

describe.each(mcpModes)("the agent context over HTTP, %s", (mode) => {
  it("is served with the memory to main sessions, and without it to shared ones", async () => {
    const { server } = await start();
    for (const [type, token, hasMemory] of [
      ["main", main, true],
      ["shared", main, false],
      ["shared", shared, false],
    ] as const) {
      const client = await connectMcp(server, { mode, token, path: pathOf(type) });
      const { resources } = await client.listResources();
      const uris = resources.map(({ uri }) => uri).filter((uri) => uri.startsWith("context:"));
      const texts = JSON.stringify(await Promise.all(uris.map((uri) => client.readResource({ uri }))));
      expect(texts).toContain("Work carefully.");
      expect(texts.includes("Tuesdays")).toBe(hasMemory);
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names).toContain("note");
      expect(names.includes("remember")).toBe(hasMemory);
    }
  });

  it("is not served without a type of session", async () => {
    const { server } = await start();
    const client = await connectMcp(server, { mode, token: main });
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("note");
    await expect(client.readResource({ uri: contextPromptUri })).rejects.toThrow(/not found|unknown/i);
  });

  it("is refused to main sessions of tokens that may only have shared ones", async () => {
    const { server } = await start();
    await expect(connectMcp(server, { mode, token: shared, path: pathOf("main") })).rejects.toThrow(/FORBIDDEN|403/);
  });

  it("gives no memory to a session that was shared before, and names the session as the client did", async () => {
    const { server } = await start();
    const before = await connectMcp(server, { mode, token: main, path: pathOf("shared", "group-1") });
    await before.readResource({ uri: contextPromptUri });
    const client = await connectMcp(server, { mode, token: main, path: pathOf("main", "group-1") });
    await expect(client.readResource({ uri: contextPromptUri })).rejects.toThrow('"group-1"');
    expect(JSON.stringify(await callTool(client, "remember", { content: "x" }))).toContain('\\"group-1\\"');
  });

  it("is written by editors", async () => {
    const { server, project } = await start();
    const client = await connectMcp(server, { mode, token: main, path: pathOf("main") });
    await callTool(client, "remember", { content: "Release notes are in English." });
    expect(await readFile(join(project.dir, "shop/MEMORY.md"), "utf8")).toContain("Release notes are in English.");
    const reader = await connectMcp(server, { mode, token: "ada:reader+main", path: pathOf("main") });
    expect((await reader.listTools()).tools.map(({ name }) => name)).not.toContain("remember");
  });
});
