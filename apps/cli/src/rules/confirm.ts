import { PreceptError } from "@precept/core";
import { canAsk, type Terminal } from "../terminal/terminal.ts";

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
