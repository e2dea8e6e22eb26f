import type { MCPServer } from "@openai/agents";
import type { RulesMiddleware } from "@precept/middleware";

type CallTool = (name: string, args: unknown, ...others: readonly unknown[]) => Promise<unknown>;

/** How each method that calls a tool returns a text. Older versions of the SDK only have `callTool`. */
const answers: Readonly<Record<string, (text: string) => unknown>> = {
  callTool: (text) => [{ type: "text", text }],
  callToolResult: (text) => ({ content: [{ type: "text", text }], isError: true }),
};

/** Returns an MCP server whose tool calls and results are checked. A denied call does not reach the server. */
export function guardMcpServer<Server extends MCPServer>(rules: RulesMiddleware, server: Server): Server {
  return new Proxy(server, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== "function") return value;
      // A class can have private fields, which a proxy does not have.
      const method = value.bind(target) as CallTool;
      const answer = typeof key === "string" && Object.hasOwn(answers, key) ? answers[key] : undefined;
      return answer === undefined ? method : guardCalls(rules, method, answer);
    },
  });
}

function guardCalls(rules: RulesMiddleware, callTool: CallTool, answer: (text: string) => unknown): CallTool {
  return async (name, args, ...others) => {
    const call = { name, arguments: args ?? {} };
    const before = await rules.beforeToolCall(call);
    if (!before.allowed) return answer(before.message);
    const result = await callTool(name, args, ...others);
    const after = await rules.afterToolCall(call, result);
    return after.allowed ? result : answer(after.message);
  };
}
