import { PreceptError } from "@precept/core";
import { editText } from "../terminal/editor.ts";
import { canAsk, type Terminal } from "../terminal/terminal.ts";

/**
 * Reads the text of a new rule: what the user typed, standard input for `-`, or else the editor in a terminal and
 * standard input elsewhere.
 *
 * @param name names the rule in the error, and its file in the editor.
 * @throws PreceptError `RULE_TEXT_MISSING` if the text is empty: the rule would apply to every request and say nothing.
 */
export async function readContent(typed: string | undefined, name: string, terminal: Terminal): Promise<string> {
  const content = await (typed === undefined && canAsk(terminal)
    ? editText("", `${name}.md`, terminal)
    : typed === undefined || typed === "-"
      ? terminal.readInput()
      : typed);
  if (content.trim() !== "") return content;
  throw new PreceptError("RULE_TEXT_MISSING", { name });
}
