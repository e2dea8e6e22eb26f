import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";
import { TrialProject } from "./project-under-trial.ts";

/** The heap that the command may use, in MB. A program that reads the whole file needs more. */
const heap = 160;

/** Imports a transcript of this size, with little memory: most of it results, one line that is too long, and one breach at the end. */
export async function importLarge(bytes: number): Promise<readonly string[]> {
  using project = new TrialProject();
  mkdirSync(join(project.dir, "t"));
  const file = openSync(join(project.dir, "t/large.jsonl"), "w");
  const add = (entry: object): number =>
    writeSync(
      file,
      `${JSON.stringify({ sessionId: "large", cwd: project.dir, timestamp: "2026-01-31T14:00:00.000Z", ...entry })}\n`,
    );
  const write = (id: string, content: string): number =>
    add({
      type: "assistant",
      message: { content: [{ type: "tool_use", id, name: "Write", input: { file_path: "a.ts", content } }] },
    });
  let size = add({ type: "user", message: { content: "fix" } });
  for (let at = 0; size < bytes - 10_000_000; at += 1) {
    size += write(`t${at}`, "let a: string");
    size += add({
      type: "user",
      message: { content: [{ type: "tool_result", tool_use_id: `t${at}`, content: "x".repeat(9_000) }] },
    });
  }
  add({ type: "user", message: { content: [{ type: "tool_result", tool_use_id: "none", content: "x".repeat(10_000_000) }] } });
  write("last", "let a: any");
  closeSync(file);
  const program = [join(root, "apps/cli/src/main.ts"), "sessions", "import", "t", "--json", "--root", project.dir];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--conditions=@precept/source", `--max-old-space-size=${heap}`, ...program],
    { cwd: project.dir, encoding: "utf8", env: { ...process.env, PRECEPT_HOME: join(project.dir, "no-home") } },
  );
  if (status !== 0) return [`a transcript of ${bytes} bytes: exit code ${status}: ${stderr.slice(0, 500)}`];
  if (!stdout.includes('"too_long":1') && !stdout.includes('"too_long": 1'))
    return [`a line that is too long is not reported: ${stdout}`];
  const types = (await project.adherence()).find(({ name }) => name === "types");
  return types?.breaches.length === 1 ? [] : [`a large transcript has ${types?.breaches.length} breaches, not 1`];
}
