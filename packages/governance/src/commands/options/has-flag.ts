import type { ParsedCommand } from "../parsed-command.ts";
import { optionSpecOf, type OptionSpec } from "./option-specs.ts";

/** The minimum length of an abbreviated option, with its dashes. Shorter ones are ambiguous in most programs. */
const minAbbreviation = 3;

/** Whether a flag is present: `-f` also in `-rf`, `--force` also in `--force=yes` and, for some programs, in `--forc`. */
export function hasFlag({ program, words, flags }: ParsedCommand, wanted: string): boolean {
  const spec = optionSpecOf(program);
  const valued = valuedLetters(spec, words);
  return flags.some((flag) => {
    if (valued !== "" && isValue(flag, words, valued)) return false;
    if (flag === wanted || (flag.startsWith(wanted) && flag[wanted.length] === "=")) return true;
    if (wanted.startsWith("--")) return isAbbreviation(flag, wanted, spec);
    return /^-[^-]$/.test(wanted) && /^-[A-Za-z0-9]/.test(flag) && lettersOf(flag, valued).includes(wanted.slice(1));
  });
}

function valuedLetters({ valued }: OptionSpec, words: readonly string[]): string {
  if (valued === undefined) return "";
  const subcommand = words.find((word) => Object.hasOwn(valued, word) && word !== "");
  return (valued[""] ?? "") + (subcommand === undefined ? "" : (valued[subcommand] ?? ""));
}

/** Whether a word is only the value of the option before it: `-m --force`, `--message -n`. */
function isValue(flag: string, words: readonly string[], valued: string): boolean {
  const positions = words.flatMap((word, at) => (word === flag ? [words[at - 1] ?? ""] : []));
  return positions.every((before) => {
    if (before === "--message" || before === "--file" || before === "--author") return true;
    const letters = lettersOf(before, valued);
    return /^-[A-Za-z0-9]+$/.test(before) && letters.length === before.length - 1 && valued.includes(letters.at(-1) ?? " ");
  });
}

function isAbbreviation(flag: string, wanted: string, { abbreviates }: OptionSpec): boolean {
  if (abbreviates !== true) return false;
  const [name = ""] = flag.split("=");
  return name.length >= minAbbreviation && name.length < wanted.length && wanted.startsWith(name) && !fullOptions.has(name);
}

/** Options that are also the beginning of others. */
const fullOptions: ReadonlySet<string> = new Set([
  "--all",
  "--force",
  "--delete",
  "--no-verify",
  "--mirror",
  "--prune",
  "--list",
  "--quiet",
]);

/** The letters of combined short options, up to the one whose value is the rest of the word. */
function lettersOf(flag: string, valued: string): string {
  const letters = flag.slice(1);
  const at = [...letters].findIndex((letter) => valued.includes(letter));
  const own = at === -1 ? letters : letters.slice(0, at + 1);
  return /^[A-Za-z0-9]+$/.test(own) ? own : "";
}
