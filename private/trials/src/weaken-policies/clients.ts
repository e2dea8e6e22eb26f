import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { ruleEngineHostOf, ruleEngineTool, servePreceptOnStdio } from "@precept/mcp";
import { createServer } from "@precept/server";
import type { Workspace } from "@precept/workspace";
import type { CheckCall } from "./ways-to-call.ts";

/** The answer to a request: what the client sees. */
interface ClientAnswer {
  /** Whether the request was refused as a whole, with an error. */
  readonly isError: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A protocol by which clients reach the policies of a workspace. */
export interface PolicyClient extends AsyncDisposable {
  readonly register: (rule: object | string) => Promise<ClientAnswer>;
  readonly check: (call: CheckCall) => Promise<ClientAnswer>;
}

/** The protocols. */
export const clients: Readonly<Record<"MCP" | "REST", (workspace: Workspace) => Promise<PolicyClient>>> = {
  MCP: openMcp,
  REST: openRest,
};

async function openMcp(workspace: Workspace): Promise<PolicyClient> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const connection = servePreceptOnStdio({ policies: ruleEngineHostOf(workspace) }, { transport: far });
  const sdk = new Client({ name: "weaken", version: "1.0.0" });
  await sdk.connect(near);
  const call = async (args: Record<string, unknown>): Promise<ClientAnswer> => {
    try {
      const { isError = false, structuredContent } = await sdk.callTool({ name: ruleEngineTool, arguments: args });
      return { isError, body: (structuredContent ?? {}) as ClientAnswer["body"] };
    } catch {
      return { isError: true, body: {} };
    }
  };
  return {
    register: (rule) => call({ action: "register", rule }),
    check: ({ text, kind, file, phase, context, more }) =>
      call({
        action: "check_violation",
        explain: true,
        ...(phase !== undefined && { phase }),
        ...more,
        context: { code: text, ...(file !== undefined && { file }), ...(kind !== undefined && { subject: kind }), ...context },
      }),
    async [Symbol.asyncDispose]() {
      await sdk.close();
      await connection.close();
    },
  };
}

async function openRest(workspace: Workspace): Promise<PolicyClient> {
  const server = createServer({ workspace });
  const post = async (path: string, body: object): Promise<ClientAnswer> => {
    const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    const answer = await server.fetch(new Request(`http://127.0.0.1/api/v1${path}`, request));
    return { isError: !answer.ok, body: (await answer.json()) as ClientAnswer["body"] };
  };
  return {
    register: (rule) => post("/policies", { rule }),
    check: ({ text, kind, file, phase, context, more }) =>
      post("/policies/check", {
        explain: true,
        ...(phase !== undefined && { phase }),
        ...(context !== undefined && { context }),
        ...more,
        subjects: [{ text, ...(file !== undefined && { file }), ...(kind !== undefined && { kind }) }],
      }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
