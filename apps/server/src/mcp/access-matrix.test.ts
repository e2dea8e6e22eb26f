import { roles } from "@precept/api";
import { createRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { owners, type Owner } from "../testing/access-matrix.ts";
import { ownersOfRules, startMatrixServer, nameOf, tokenOf } from "../testing/matrix-server.ts";
import { connectMcp, mcpModes } from "../testing/mcp-client.ts";
import { mcpMatrix, type McpRow } from "../testing/mcp-matrix.ts";
import type { TestServer } from "../testing/test-server.ts";

/** Starts a server in which each owner also has a rule that agents can request, so that it is in the instructions. */
async function start(): Promise<TestServer> {
  const server = await startMatrixServer();
  for (const owner of owners) {
    const name = `offer-${nameOf(owner)}`;
    const rule = {
      id: name,
      name,
      description: `About ${nameOf(owner)}.`,
      content: "Offered.",
      inclusion: "agentRequested",
    } as const;
    await server.workspace.storeFor("global", "sqlite").save(createRule({ ...rule, ...ownersOfRules[owner] }));
  }
  return server;
}

async function observe(send: () => Promise<unknown>, { shows }: McpRow, owner: Owner): Promise<string> {
  let answer: unknown;
  try {
    answer = await send();
  } catch (error) {
    answer = { isError: true, message: (error as Error).message };
  }
  const text = JSON.stringify(answer);
  const name = nameOf(owner);
  // The answer may repeat what the client asked for.
  const isShown =
    [`About ${name}.`, `Text of ${name}.`].some((part) => text.includes(part)) || text.includes(`"values":["${name}`);
  if (shows) return isShown && !text.includes('"isError":true') ? "served" : "hidden";
  return text.includes('"isError":true') ? "refused" : "served";
}

const rows = Object.entries(mcpMatrix).flatMap(([kind, named]: [string, Readonly<Record<string, readonly McpRow[]>>]) =>
  Object.entries(named).flatMap(([name, found]) => found.map((row, at) => [`${kind} ${name} ${at + 1}`, row] as const)),
);

describe.each(mcpModes)("an MCP client, %s", (mode) => {
  it.each(rows)("gets what the matrix says for its role and the owner of the data: %s", async (_, row) => {
    const observed: Record<string, Record<string, string>> = {};
    const shared = row.changes === true ? undefined : await start();
    for (const owner of owners) {
      const ofOwner: Record<string, string> = (observed[owner] = {});
      for (const role of roles) {
        const { server } = shared ?? (await start());
        const client = await connectMcp(server, { mode, token: tokenOf(role) });
        ofOwner[role] = await observe(() => row.send(client, nameOf(owner)), row, owner);
      }
    }
    expect(observed).toEqual(row.outcomes);
  });

  it("is offered what the matrix has, and nothing else", async () => {
    const { server } = await start();
    const client = await connectMcp(server, { mode, token: tokenOf("admin") });
    const { tools } = await client.listTools();
    const named = tools.map(({ name }) => (/^rule_engine[.:]/.test(name) ? "policy" : name));
    expect(new Set(named)).toEqual(new Set(Object.keys(mcpMatrix.tools)));
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(Object.keys(mcpMatrix.prompts));
    const kinds = (await client.listResources()).resources.map(({ uri }) =>
      uri.replace(/^rules:.*/, "rules").replace(/^.*\/\//, ""),
    );
    expect(new Set(kinds)).toEqual(new Set(Object.keys(mcpMatrix.resources)));
  });

  it("needs a token, which must be of the project", async () => {
    const { server } = await start();
    await expect(connectMcp(server, { mode })).rejects.toThrow();
    for (const role of roles) {
      await expect(connectMcp(server, { mode, token: tokenOf(role, "elsewhere") })).rejects.toThrow(/PROJECT_UNKNOWN|404/);
    }
  });

  it("cannot add a rule without the role, even if it calls the tool by its name", async () => {
    const { server } = await start();
    const client = await connectMcp(server, { mode, token: tokenOf("reader") });
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("remember_rule");
    const args = { name: "new", content: "New.", scope: "project" };
    await expect(client.callTool({ name: "remember_rule", arguments: args })).rejects.toThrow("Unknown tool");
  });
});
