import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { preceptProgram } from "./program.ts";

const initialize = {
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

/** Starts `precept mcp`, calls one tool, and returns the text of its answer. It does not import vitest. */
export async function callMcpTool(
  args: readonly string[],
  { cwd, env, tool, input = {} }: { cwd: string; env: NodeJS.ProcessEnv; tool: string; input?: object },
): Promise<string> {
  const child = spawn(process.execPath, [preceptProgram(), "mcp", ...args], { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ended = new Promise<string>((resolve) => child.once("close", (code) => resolve(`exit ${String(code)}\n${err}`)));
  child.stdin.on("error", () => undefined);
  const answered = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const { id, result } = JSON.parse(line) as { id?: number; result?: { content?: readonly { text: string }[] } };
      if (id === 1) {
        send({ method: "notifications/initialized" });
        send({ id: 2, method: "tools/call", params: { name: tool, arguments: input } });
      }
      if (id === 2) resolve(result?.content?.[0]?.text ?? line);
    });
  });
  send(initialize);
  const text = await Promise.race([answered, ended]);
  child.stdin.end();
  child.kill();
  await ended;
  return text;
}
