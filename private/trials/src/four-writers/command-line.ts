import { join } from "node:path";
import { run } from "../../../../apps/cli/src/run.ts";

export interface CommandOutcome {
  readonly code: number;
  readonly err: string;
}

/**
 * Runs a command in this process.
 *
 * @param editor the command of the user's editor. If given, the command runs as in a terminal.
 */
export async function precept(dir: string, args: readonly string[], editor?: string): Promise<CommandOutcome> {
  let err = "";
  const code = await run(args, {
    env: { ...process.env, PRECEPT_HOME: join(dir, "no-home"), EDITOR: editor, VISUAL: undefined },
    cwd: dir,
    interactive: editor !== undefined,
    out: () => undefined,
    err: (text) => (err += text),
    readInput: async () => "",
    ask: async () => false,
    askText: async () => "",
    interrupted: () => new Promise(() => undefined),
  });
  return { code, err };
}

/** Returns whether a command succeeded. Throws if it failed with a message that `refusals` does not match. */
export function hasSucceeded({ code, err }: CommandOutcome, refusals: RegExp): boolean {
  if (code === 0) return true;
  if (refusals.test(err)) return false;
  throw new Error(`exit code ${code}: ${err}`);
}
