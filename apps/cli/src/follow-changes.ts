import type { Workspace, WorkspaceChange } from "@precept/workspace";
import type { CommandResult } from "./define.ts";
import type { Terminal } from "./terminal/terminal.ts";

interface Followed {
  readonly workspace: Pick<Workspace, "subscribe">;
  readonly terminal: Pick<Terminal, "interrupted">;
}

/** Calls a function after changes. Returns a function that ends this. */
type Watch = (onChange: () => void) => Promise<() => Promise<void>>;

/**
 * Runs a step now and after each change, until the user interrupts the program or a step fails. Steps never overlap. A
 * change during a step causes another step.
 *
 * @param watch reports changes of what is not part of the workspace's rules. Default: nothing.
 */
export async function followChanges(
  { workspace, terminal }: Followed,
  step: (change?: WorkspaceChange) => Promise<void>,
  watch?: Watch,
): Promise<CommandResult> {
  let turns = Promise.resolve();
  let fail: (error: unknown) => void;
  const failure = new Promise<never>((_, reject) => (fail = reject));
  const next = (change?: WorkspaceChange): void => {
    turns = turns.then(() => step(change));
    turns.catch((error: unknown) => fail(error));
  };
  const end = workspace.subscribe(next);
  const endWatch = await watch?.(() => next());
  next();
  try {
    await Promise.race([terminal.interrupted(), failure]);
  } finally {
    end();
    await endWatch?.();
  }
  await turns;
  return { json: { ended: true }, text: () => "" };
}
