import { Client, type Transport } from "@modelcontextprotocol/client";
import { RuleEngineClient } from "./rule-engine-client.ts";

export interface ConnectRuleEngineOptions {
  /** The name that the client sends to the server. Default `precept`. */
  readonly name?: string;
  readonly version?: string;
  /** Whether to try the newer protocol first. Default true. */
  readonly modern?: boolean;
}

/** Connects to a rule engine over a transport: standard input and output of a child process, HTTP, or another one.
 *
 * @example
 * ```ts
 * import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
 * import { connectRuleEngine } from "@precept/mcp/client";
 *
 * const engine = await connectRuleEngine(new StdioClientTransport({ command: "precept", args: ["mcp"] }));
 * const { action } = await engine.execute("eval(x)", { file: "src/run.js" });
 * console.log(action);
 * await engine.close();
 * ```
 */
export async function connectRuleEngine(transport: Transport, options: ConnectRuleEngineOptions = {}): Promise<RuleEngineClient> {
  const { name = "precept", version = "0.0.0", modern = true } = options;
  const client = new Client({ name, version }, { versionNegotiation: { mode: modern ? "auto" : "legacy" } });
  const engine = new RuleEngineClient(client);
  await client.connect(transport);
  return engine;
}
