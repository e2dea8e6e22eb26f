import type { ParsedCommand } from "../parsed-command.ts";

/** Options before the subcommand whose value is the next word, by program. */
const valuedGlobals: Readonly<Record<string, readonly string[]>> = {
  git: ["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env", "--super-prefix"],
};

/**
 * Returns the options before the subcommand as shell text with a leading blank, such as ` -C shop`. Another command of the
 * same program can be written with them. Empty if there are none.
 */
export function globalOptionsOf({ program, words }: ParsedCommand): string {
  const valued = Object.hasOwn(valuedGlobals, program) ? valuedGlobals[program] : undefined;
  if (valued === undefined) return "";
  let end = 0;
  while (words[end]?.startsWith("-") === true) end += valued.includes(words[end] ?? "") ? 2 : 1;
  return words
    .slice(0, end)
    .map((word) => ` ${/^[\w./:@%+,=^~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`}`)
    .join("");
}
