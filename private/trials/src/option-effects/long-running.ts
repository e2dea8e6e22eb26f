import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { callMcpTool } from "@precept/testing/mcp-process";
import { startServerProcess } from "@precept/testing/server-process";

/** Returns what a server over MCP answers when it is started with options. */
export async function askMcp(template: string, copy: string, args: readonly string[]): Promise<string> {
  await rm(copy, { recursive: true, force: true });
  await cp(template, copy, { recursive: true });
  const env = { ...process.env, PRECEPT_HOME: join(copy, "home") };
  return callMcpTool(args, { cwd: join(copy, "shop"), env, tool: "rules_for_files" });
}

/** Returns what a server over HTTP answers when it is started with options. */
export async function askServer(template: string, copy: string, args: readonly string[]): Promise<string> {
  await rm(copy, { recursive: true, force: true });
  await cp(template, copy, { recursive: true });
  const given = args.filter((arg) => arg !== "--check-health");
  await using server = await startServerProcess({
    args: ["--root", join(copy, "shop"), ...given],
    home: join(copy, "home"),
  });
  const response = await fetch(`${server.url}/api/v1/resolve`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  const { prompt } = (await response.json()) as { readonly prompt: string };
  return prompt;
}
