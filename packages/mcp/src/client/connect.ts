import { Client, type Transport } from "@modelcontextprotocol/client";
import { RuleEngineClient } from "./rule-engine-client.ts";

export interface ConnectRuleEngineOptions {
  /** The name that the client sends to the server. Default `precept`. */
  readonly name?: string;
  readonly version?: string;
  /** Whether the newer protocol is tried first. Default true. */
  readonly modern?: boolean;
}

/** Connects to a rule engine over a transport: standard input and output of a child process, HTTP, or another one. */
export async function connectRuleEngine(transport: Transport, options: ConnectRuleEngineOptions = {}): Promise<RuleEngineClient> {
  const { name = "precept", version = "0.0.0", modern = true } = options;
  const client = new Client({ name, version }, { versionNegotiation: { mode: modern ? "auto" : "legacy" } });
  const engine = new RuleEngineClient(client);
  await client.connect(transport);
  return engine;
}
