import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import { connectRuleEngine, type RuleEngineClient } from "../src/client/rule-engine-client.ts";
import type { PreceptHost } from "../src/host/precept-host.ts";
import type { RegisteringHost, RuleEngineHost } from "../src/host/rule-engine-host.ts";
import { createPolicyHost } from "../src/host/policy-host.ts";
import type { ProtocolEra } from "../src/tools/policy-tools.ts";
import { servePreceptOnStdio, type StdioOptions } from "../src/server/serve-stdio.ts";

/** A policy with a fix, from the examples of the seed protocol. */
export const snakeCase = {
  id: "JCODE-001",
  version: "1.0.0",
  severity: "HIGH",
  category: "constitutional",
  phase: "IMPLEMENTATION",
  handler: "QUICK_FIX",
  match: { pattern: "(?<=def )(?<name>[a-z]+_[A-Z]\\w*)(?=\\()", file_patterns: ["*.py"] },
  message: "Function '{name}' violates snake_case rule",
  suggestion: "Rename to '{name:snake_case}'",
  fix: { replacement: "${name:snake_case}" },
  metadata: { owner: "agentic-governance", description: "Check snake_case function naming" },
} as const;

/** Creates a policy that forbids a word. */
export function forbids(word: string, more: Readonly<Record<string, unknown>> = {}): object {
  return { id: `NO-${word.toUpperCase()}`, severity: "LOW", match: { pattern: word }, message: `No ${word}.`, ...more };
}

/** Creates a host with these policies. Throws if one is rejected. */
export async function hostWith(...policies: readonly object[]): Promise<RegisteringHost> {
  const host = createPolicyHost();
  for (const policy of policies) {
    const { accepted, diagnostics } = await host.register(policy);
    if (accepted.length === 0) throw new Error(JSON.stringify(diagnostics));
  }
  return host;
}

/** Serves a host and returns the client's transport. The connection is closed when the test has finished. */
function servedTransport(host: PreceptHost, options: StdioOptions = {}): InMemoryTransport {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const connection = servePreceptOnStdio(host, { ...options, transport: far });
  onTestFinished(() => connection.close());
  return near;
}

/** Connects a rule engine client to a host, in one protocol generation. */
export async function connected(policies: RuleEngineHost, era: ProtocolEra, options?: StdioOptions): Promise<RuleEngineClient> {
  return connectRuleEngine(servedTransport({ policies }, options), { modern: era === "modern" });
}

/** Connects a plain client of the SDK to a host. */
export async function rawClient(policies: RuleEngineHost, era: ProtocolEra, options?: StdioOptions): Promise<Client> {
  return clientOf({ policies }, era, options);
}

/** Connects a plain client of the SDK to any host. */
export async function clientOf(host: PreceptHost, era: ProtocolEra, options?: StdioOptions): Promise<Client> {
  const mode = era === "modern" ? "auto" : "legacy";
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(servedTransport(host, options));
  return client;
}
