import type { Workspace } from "@precept/workspace";
import { run } from "./run.ts";
import { splitWords } from "./split-words.ts";

/** The reply to a slash command. */
export interface SlashReply {
  /** For the chat: plain text. */
  readonly text: string;
  /** Whether the command succeeded and found nothing wrong. */
  readonly ok: boolean;
}

/** Slash commands, and the commands of `precept` that they run. */
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
};

/**
 * Runs a slash command from a chat: `/rules list`, `/rules debug src/cart.tsx`, `/rules create money --content "Use cents"`. Options and output are
 * those of the commands of `precept`. Never rejects: failures are in the reply.
 *
 * @example
 * ```ts
 * import { runSlashCommand } from "@precept/cli";
 * import { openWorkspace } from "@precept/workspace";
 *
 * await using workspace = await openWorkspace(".");
 * const { text, ok } = await runSlashCommand(workspace, "/rules list");
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

/** A view of the workspace whose disposal does nothing, because the caller owns the workspace. */
function withoutDispose(workspace: Workspace): Workspace {
  return new Proxy(workspace, {
    get(target, key) {
      if (key === Symbol.asyncDispose) return async () => undefined;
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
