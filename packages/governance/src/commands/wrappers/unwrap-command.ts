import type { InnerRun } from "./wrapper-spec.ts";
import { unwrapBySpec } from "./unwrap-by-spec.ts";
import { unwrapFind } from "./unwrap-find.ts";
import { wrapperSpecOf } from "./wrappers.ts";

/**
 * Returns the commands that a command runs, by the table of wrappers.
 *
 * @param words the words of the command, beginning with the program.
 */
export function unwrapCommand(program: string, words: readonly string[]): readonly InnerRun[] {
  if (program === "find" || program === "fd" || program === "fdfind") return unwrapFind(words);
  if (program === "command" && /^-[vV]+$/.test(words[1] ?? "")) return [];
  if (program === "trap") return unwrapTrap(words);
  if (/^cmd$/i.test(program)) return unwrapCmd(words);
  const spec = wrapperSpecOf(program);
  return spec === undefined ? [] : unwrapBySpec(spec, words);
}

/** `trap text SIGNAL` runs its first word. */
function unwrapTrap(words: readonly string[]): readonly InnerRun[] {
  const at = words[1] === "--" ? 2 : 1;
  return at >= words.length || words[at]?.startsWith("-") === true ? [] : [{ kind: "text", from: at, to: at + 1 }];
}

/** `cmd /c` runs the rest of its words. */
function unwrapCmd(words: readonly string[]): readonly InnerRun[] {
  const at = words.findIndex((word) => /^\/[ckr]$/i.test(word));
  return at === -1 || at + 1 === words.length ? [] : [{ kind: "text", from: at + 1, to: words.length }];
}
