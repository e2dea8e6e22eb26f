import { PreceptError } from "@precept/core";
import { canAsk, type Terminal } from "../terminal/terminal.ts";
import { printable } from "../terminal/text.ts";

/**
 * Runs a change of files. If it would delete files that the user has to agree to, asks at a terminal and runs it again.
 *
 * @param apply gets whether the user agreed.
 * @param isAgreed whether the user agreed already, with `--yes`.
 * @throws PreceptError `TRANSFER_NEEDS_YES` if the user does not agree, or cannot be asked.
 */
export async function confirmDeletions<Result>(
  apply: (isConfirmed: boolean) => Promise<Result>,
  isAgreed: boolean,
  terminal: Terminal,
): Promise<Result> {
  try {
    return await apply(isAgreed);
  } catch (error) {
    if (!PreceptError.is(error, "TRANSFER_NEEDS_YES") || !canAsk(terminal)) throw error;
    terminal.err(`${printable(error.message)}\n`);
    if (!(await terminal.ask("Delete them?", false))) throw error;
    return apply(true);
  }
}

/**
 * Asks for the user's agreement to a deletion.
 *
 * @param action names it in the error: `Deleting "money"`.
 * @throws PreceptError `TERMINAL_REQUIRED`
 */
export async function confirmDeletion(terminal: Terminal, question: string, action: string): Promise<boolean> {
  if (canAsk(terminal)) return terminal.ask(question, false);
  throw new PreceptError("TERMINAL_REQUIRED", { action, instead: "Pass --yes to delete it without a question." });
}
