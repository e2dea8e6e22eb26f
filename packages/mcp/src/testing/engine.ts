import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";
import { connectRuleEngine } from "../client/connect.ts";
import type { RuleEngineClient } from "../client/rule-engine-client.ts";
import type { RuleEngineHost } from "../host/host.ts";
import { createPolicyHost } from "../host/policy-host.ts";
import type { ProtocolEra } from "../server/policy-tools.ts";
import { serveRuleEngineOnStdio, type StdioOptions } from "../server/serve-stdio.ts";

/** The policy of the design's own example, with a pattern that finds what its message says. */
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

/** A policy that finds a word. */
export function forbids(word: string, more: Readonly<Record<string, unknown>> = {}): object {
  return { id: `NO-${word.toUpperCase()}`, severity: "LOW", match: { pattern: word }, message: `No ${word}.`, ...more };
}

/** A host with these policies, all of which have to be good. */
export async function hostWith(...policies: readonly object[]): Promise<RuleEngineHost> {
  const host = createPolicyHost();
  for (const policy of policies) {
    const { accepted, diagnostics } = await host.register(policy);
    if (accepted.length === 0) throw new Error(JSON.stringify(diagnostics));
  }
  return host;
}

/** The client's end of a connection to a server of this host, which ends with the test. */
function servedTransport(host: RuleEngineHost, options: StdioOptions = {}): InMemoryTransport {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const connection = serveRuleEngineOnStdio(host, { ...options, transport: far });
  onTestFinished(() => connection.close());
  return near;
}

/** A client of this host, in one generation of the protocol. */
export async function connected(host: RuleEngineHost, era: ProtocolEra, options?: StdioOptions): Promise<RuleEngineClient> {
  return connectRuleEngine(servedTransport(host, options), { modern: era === "modern" });
}

/** A client as the SDK has it, which knows nothing of this package. */
export async function rawClient(host: RuleEngineHost, era: ProtocolEra, options?: StdioOptions): Promise<Client> {
  const mode = era === "modern" ? "auto" : "legacy";
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(servedTransport(host, options));
  return client;
}
