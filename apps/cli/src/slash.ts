import type { Workspace } from "@precept/workspace";
import { run } from "./run.ts";
import { splitWords } from "./split-words.ts";

/** The reply to a slash command. */
export interface SlashReply {
  /** Plain text for the chat. */
  readonly text: string;
  /** Whether the command succeeded and found no problem. */
  readonly ok: boolean;
}

/** The arguments of `precept` for each slash command. */
const commands: Readonly<Record<string, readonly string[]>> = {
  list: ["list"],
  show: ["show"],
  create: ["create"],
  edit: ["edit"],
  delete: ["delete", "--yes"],
  enable: ["enable"],
  disable: ["disable"],
  validate: ["lint"],
  debug: ["explain", "--all"],
  trace: ["trace"],
  conflicts: ["conflicts"],
  reload: ["reload"],
  search: ["search"],
  remember: ["remember"],
  usage: ["usage"],
};

/**
 * Runs a slash command of a chat over an open workspace. Commands, options and output are those of `precept`.
 *
 * @returns the reply. Never rejects: an error is the reply.
 * @example
 * ```ts
 * import { runSlashCommand } from "@precept/cli";
 * import { openWorkspace } from "@precept/workspace";
 *
 * await using workspace = await openWorkspace(".");
 * const { text, ok } = await runSlashCommand(workspace, '/rules create money --content "Use cents."');
 * console.log(ok ? text : `Failed: ${text}`);
 * ```
 */
export async function runSlashCommand(workspace: Workspace, line: string): Promise<SlashReply> {
  const [slash, name = "help", ...args] = splitWords(line);
  const command = commands[name];
  if (slash !== "/rules" || command === undefined) {
    const isHelp = slash === "/rules" && name === "help";
    const known = Object.keys(commands).map((one) => `/rules ${one}`);
    return { ok: isHelp, text: `${isHelp ? "" : `Unknown command "${line.trim()}". `}Commands: ${known.join(", ")}.\n` };
  }
  if (args.includes("--all-tenants")) {
    return {
      ok: false,
      text: "error: A chat cannot list the rules of all projects and users. Run `precept` in a terminal instead.\n",
    };
  }
  let text = "";
  const write = (more: string): void => void (text += more);
  const terminal = {
    env: {},
    cwd: workspace.root,
    interactive: false,
    out: write,
    err: write,
    readInput: async () => "",
    ask: async () => true,
    askText: async () => "",
    interrupted: async () => undefined,
  };
  const code = await run([...command, ...args], terminal, async () => withoutDispose(workspace));
  return { text, ok: code === 0 };
}

/** Returns the workspace with a disposal that does nothing, because `run` disposes of its workspace. */
function withoutDispose(workspace: Workspace): Workspace {
  return new Proxy(workspace, {
    get(target, key) {
      if (key === Symbol.asyncDispose) return async () => undefined;
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
