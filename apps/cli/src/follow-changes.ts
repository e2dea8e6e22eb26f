import type { Workspace, WorkspaceChange } from "@precept/workspace";
import type { CommandResult } from "./define.ts";
import { exitCodes } from "./exit-code.ts";
import type { Terminal } from "./terminal/terminal.ts";

interface Followed {
  readonly workspace: Pick<Workspace, "subscribe">;
  readonly terminal: Pick<Terminal, "interrupted">;
}

/**
 * Takes a step, and one more after each change, until the person ends it or a step fails: one after the other, so the last one is of the last
 * change. A rule may change while the first step is being taken.
 */
export async function followChanges(
  { workspace, terminal }: Followed,
  step: (change?: WorkspaceChange) => Promise<void>,
): Promise<CommandResult> {
  let turns = Promise.resolve();
  let fail: (error: unknown) => void;
  const failure = new Promise<never>((_, reject) => (fail = reject));
  const next = (change?: WorkspaceChange): void => {
    turns = turns.then(() => step(change));
    turns.catch((error: unknown) => fail(error));
  };
  const end = workspace.subscribe(next);
  next();
  try {
    await Promise.race([terminal.interrupted(), failure]);
  } finally {
    end();
  }
  await turns;
  return { code: exitCodes.ok, json: { ended: true }, text: () => "" };
}
