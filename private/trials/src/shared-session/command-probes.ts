import { join } from "node:path";
import { runSlashCommand } from "@precept/cli";
import type { Random } from "@precept/testing/random";
import type { Workspace } from "@precept/workspace";
import { run } from "../../../../apps/cli/src/run.ts";
import type { Layout } from "./layout.ts";
import type { Recorder } from "./recorder.ts";

/** Runs the commands whose output is for a shared session, and those that show rules. */
export async function probeCommands(
  { dir }: Layout,
  texts: readonly string[],
  recorder: Recorder,
  random: Random,
): Promise<void> {
  const text = (): string => random.pick(texts.filter((one) => one !== "" && !one.includes("\0")));
  const commands: readonly (readonly string[])[] = [
    ["context", "show", "--session-type", "shared"],
    ["context", "show", "--session-type", "shared", "--json"],
    ["context", "show", "--session-type", "shared", "--prompt"],
    ["resolve", "--with-context", text(), "--prompt", `${text()} ${text()}`, "--debug"],
    ["resolve", "--session-type", "shared", "--json", "--rules-include", text(), "--files", text()],
    ["resolve", text(), "--rules-include", text(), "--prompt", text()],
    ["explain", "--all", text(), "--rules-include", text()],
    ["explain", "--json", "--prompt", text()],
    ["list", "--json"],
    ["show", text()],
    ["search", text()],
    ["trace", "--json"],
    ["conflicts"],
    ["lint", "--json"],
    ["reload", "--json"],
    ["export", "--to", "claude,cursor,copilot", "--dry-run"],
    ["context", "note", text()],
  ];
  for (const args of commands) {
    const write = (output: string): void => recorder.record(`precept ${args.join(" ")}`, output);
    await run(args, {
      env: { PRECEPT_HOME: join(dir, "home") },
      cwd: join(dir, "shop"),
      interactive: false,
      out: write,
      err: write,
      readInput: async () => "",
      ask: async () => false,
      askText: async () => "",
      interrupted: async () => undefined,
    });
  }
}

/** Runs the commands of a chat, which a group can see. */
export async function probeChat(
  workspace: Workspace,
  texts: readonly string[],
  recorder: Recorder,
  random: Random,
): Promise<void> {
  const names = ["list", "show", "validate", "debug", "trace", "conflicts", "reload", "search", "usage", "context", "resolve"];
  for (const name of names) {
    const line = `/rules ${name} "${random.pick(texts).replaceAll('"', "")}"`;
    recorder.record(line, (await runSlashCommand(workspace, line)).text);
  }
}
