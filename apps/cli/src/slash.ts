import type { Workspace } from "@precept/workspace";
import { run } from "./run.ts";
import { splitWords } from "./split-words.ts";

/** What came of a slash command. */
export interface SlashReply {
  /** For the chat: plain text. */
  readonly text: string;
  /** Whether the command did what it was asked to, and found nothing wrong. */
  readonly ok: boolean;
}

/** What chats call a command, and what the command line calls it. */
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
 * Runs a command as people type it into a chat: `/rules list`, `/rules debug src/cart.tsx`, `/rules create money --content "Use cents"`. The commands,
 * their options and what they say are those of `precept`.
 *
 * @returns never rejects: what went wrong is the reply.
 */
export async function runSlashCommand(workspace: Workspace, line: string): Promise<SlashReply> {
  const [slash, name = "help", ...args] = splitWords(line);
  const command = commands[name];
  if (slash !== "/rules" || command === undefined) {
    const isHelp = slash === "/rules" && name === "help";
    const known = Object.keys(commands).map((one) => `/rules ${one}`);
    return { ok: isHelp, text: `${isHelp ? "" : `There is no command "${line.trim()}". `}There are: ${known.join(", ")}.\n` };
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
  const code = await run([...command, ...args], terminal, async () => keptOpen(workspace));
  return { text, ok: code === 0 };
}

/** The workspace, for somebody who closes what they were given: it belongs to the chat. */
function keptOpen(workspace: Workspace): Workspace {
  return new Proxy(workspace, {
    get(target, key) {
      if (key === Symbol.asyncDispose) return async () => undefined;
      const value: unknown = Reflect.get(target, key);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
