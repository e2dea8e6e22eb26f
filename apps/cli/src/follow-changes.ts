import type { Workspace, WorkspaceChange } from "@precept/workspace";
import type { CommandResult } from "./define.ts";
import type { Terminal } from "./terminal/terminal.ts";

interface Followed {
  readonly workspace: Pick<Workspace, "subscribe">;
  readonly terminal: Pick<Terminal, "interrupted">;
}

/**
 * Runs a step now and after each change, until the user interrupts the program or a step fails. Steps never overlap. A
 * change during a step causes another step.
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
  return { json: { ended: true }, text: () => "" };
}
