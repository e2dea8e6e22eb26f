import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { hostOfWorkspace, servePreceptOnStdio } from "@precept/mcp";
import { openWorkspace } from "@precept/workspace";

// Both ends of MCP: this program starts itself again as a server of rules, and asks it what an agent asks.

const [role, project = join(import.meta.dirname, "../storefront")] = process.argv.slice(2);
await (role === "serve" ? serve() : ask());

/** Serves the rules of the project on standard input and output, as `precept mcp` does. */
async function serve(): Promise<void> {
  await using workspace = await openWorkspace(project, { readOnly: true, starterPolicies: ["git-safety"], watch: true });
  await using host = hostOfWorkspace(workspace);
  await servePreceptOnStdio(host).closed;
}

async function ask(): Promise<void> {
  const client = new Client({ name: "example", version: "1.0.0" });
  const args = [...process.execArgv, import.meta.filename, "serve", project];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));

  const { tools } = await client.listTools();
  console.log(`Tools: ${tools.map(({ name }) => name).join(", ")}`);
  const { resources } = await client.listResources();
  console.log(`Resources: ${resources.map(({ uri }) => uri).join(", ")}`);

  // Before it edits a file, an agent asks for the rules of the file.
  await call(client, "rules_for_files", { files: ["src/cart/cart.tsx"], prompt: "Fix the cart total" });
  // A rule that does not apply by itself is requested by its name.
  await call(client, "rules_for_files", { names: ["security-review"] });
  // What it wrote is checked against the policies.
  await call(client, "rule_engine", { action: "check_violation", context: { code: "git push -f", subject: "command" } });
  await client.close();
}

/** Calls a tool and prints the start of its answer. */
async function call(client: Client, name: string, args: Record<string, unknown>): Promise<void> {
  const { content } = await client.callTool({ name, arguments: args });
  for (const part of content) if (part.type === "text") console.log(`\n--- ${name} ---\n${part.text.slice(0, 500)}…`);
}
