import type { Client } from "@modelcontextprotocol/client";
import { roles, type Role } from "@precept/contract";
import { createRule } from "@precept/core";
import { describe, expect, it } from "vitest";
import { owners, type Owner } from "../../test/access-matrix.ts";
import { ownersOfRules, startMatrixServer, nameOf, tokenOf } from "../../test/matrix-server.ts";
import { connectMcp, mcpModes } from "../../test/mcp-client.ts";
import { mcpMatrix, type McpRow } from "../../test/mcp-matrix.ts";
import type { TestServer } from "../../test/test-server.ts";

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

/** The endpoint for main sessions, which get the agent context too, with all tools. */
const path = "/api/v1/mcp?session_type=main&tools=all&policy_tools=true";

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

/** The rows of the matrix, by kind, name and number. */
const rows: Readonly<Record<string, McpRow>> = Object.fromEntries(
  Object.entries(mcpMatrix).flatMap(([kind, named]: [string, Readonly<Record<string, readonly McpRow[]>>]) =>
    Object.entries(named).flatMap(([name, found]) => found.map((row, at) => [`${kind} ${name} ${at + 1}`, row] as const)),
  ),
);

type Observed = Record<Owner, Record<Role, string>>;

/**
 * Sends the request of a row with each role, for the data of each owner.
 *
 * @param changed called after a request that was not refused.
 */
async function observeAll(row: McpRow, clientOf: (role: Role) => Promise<Client>, changed?: () => void): Promise<Observed> {
  const observed: Partial<Observed> = {};
  for (const owner of owners) {
    const ofRoles: Partial<Record<Role, string>> = {};
    for (const role of roles) {
      const client = await clientOf(role);
      ofRoles[role] = await observe(() => row.send(client, nameOf(owner)), row, owner);
      if (ofRoles[role] !== "refused") changed?.();
    }
    observed[owner] = ofRoles as Record<Role, string>;
  }
  return observed as Observed;
}

describe.each(mcpModes)("an MCP client, %s", (mode) => {
  it("gets what the matrix says for its role and the owner of the data", async () => {
    const { server } = await start();
    const clients = Object.fromEntries(
      await Promise.all(
        roles.map(async (role) => [role, await connectMcp(server, { mode, path, token: tokenOf(role) })] as const),
      ),
    ) as Record<Role, Client>;
    const observed: Record<string, Observed> = {};
    const reading = Object.entries(rows).filter(([, { changes }]) => changes !== true);
    for (const [name, row] of reading) observed[name] = await observeAll(row, async (role) => clients[role]);
    expect(observed).toEqual(Object.fromEntries(reading.map(([name, { outcomes }]) => [name, outcomes])));
  });

  const changing = Object.entries(rows).filter(([, { changes }]) => changes === true);

  it.each(changing)("changes what the matrix says for its role and the owner of the data: %s", async (_, row) => {
    let server: Promise<TestServer> | undefined;
    const observed = await observeAll(
      row,
      async (role) => connectMcp((await (server ??= start())).server, { mode, path, token: tokenOf(role) }),
      () => (server = undefined),
    );
    expect(observed).toEqual(row.outcomes);
  });

  it("is offered what the matrix has, and nothing else", async () => {
    const { server } = await start();
    const client = await connectMcp(server, { mode, path, token: tokenOf("admin") });
    const { tools } = await client.listTools();
    const named = tools.map(({ name }) => (name.startsWith("rule_engine-") ? "policy" : name));
    expect(new Set(named)).toEqual(new Set(Object.keys(mcpMatrix.tools)));
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(Object.keys(mcpMatrix.prompts));
    const kinds = (await client.listResources()).resources.map(({ uri }) =>
      uri.replace(/^(rules|context):.*/, "$1").replace(/^.*\/\//, ""),
    );
    expect(new Set(kinds)).toEqual(new Set(Object.keys(mcpMatrix.resources)));
  });

  it("needs a token, which must be of the project", async () => {
    const { server } = await start();
    await expect(connectMcp(server, { mode })).rejects.toThrow(/UNAUTHENTICATED|401/);
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
