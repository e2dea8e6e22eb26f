import type { TextRange } from "../parsed-command.ts";
import type { CommandDraft } from "../state/command-draft.ts";
import { projectFile, readOpened } from "./read-project-script.ts";
import { readInnerText } from "./read-script.ts";
import type { Origin, ShellReader } from "./shell-reader.ts";

/**
 * Reads the alias that a git command runs. The command can set it (`git -c alias.x='reset --hard' x`), an earlier one
 * (`git config alias.x …`) or the settings of the repository. Records the aliases that the command adds to them.
 */
export function readGitAlias(
  reader: ShellReader,
  words: readonly string[],
  range: TextRange,
  origin: Origin,
): readonly CommandDraft[] {
  const { gitAliases } = reader.state;
  const own = new Map(
    words.flatMap((word) => {
      const [, key = "", value = ""] = /^(?:-c)?alias\.([\w-]+)=([^]*)$/.exec(word) ?? [];
      return key === "" ? [] : [[key, value] as const];
    }),
  );
  const at = words.findIndex((word, index) => !word.startsWith("-") && !/^-[cC]$/.test(words[index - 1] ?? ""));
  const name = words[at];
  if (name === undefined) return [];
  if (name === "config") {
    for (const [index, word] of words.entries()) {
      const [, key] = /^alias\.([\w-]+)$/.exec(word) ?? [];
      if (key !== undefined) gitAliases.set(key, words[index + 1] ?? "");
    }
    return [];
  }
  const rest = words.slice(at + 1);
  const set = own.get(name) ?? gitAliases.get(name);
  if (set !== undefined) return readInnerText(reader, { text: textOf(set, rest), range }, origin).drafts;
  const configured = aliasIn(projectFile(reader, ".git/config") ?? "", name);
  return configured === undefined ? [] : readOpened(reader, `git ${name}`, textOf(configured, rest), { range, origin });
}

function textOf(alias: string, rest: readonly string[]): string {
  return [alias.startsWith("!") ? alias.slice(1) : `git ${alias}`, ...rest].join(" ");
}

/** The value of an alias in the text of a settings file. */
function aliasIn(config: string, name: string): string | undefined {
  const [, section = ""] = /^\[alias\][^\n]*\n((?:(?!\[)[^\n]*(?:\n|$))*)/m.exec(config) ?? [];
  const line = section.split("\n").find((one) => one.split("=")[0]?.trim() === name);
  return line
    ?.slice(line.indexOf("=") + 1)
    .trim()
    .replace(/^"([^]*)"$/, "$1")
    .replaceAll(/\\(["\\])/g, "$1");
}
