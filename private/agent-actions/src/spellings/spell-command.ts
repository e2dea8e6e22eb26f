import * as fc from "fast-check";
import { mentions } from "./mentions.ts";
import { textWrappers } from "./text-wrappers.ts";
import { wordSpellings } from "./word-spellings.ts";

/** A command in another spelling, and the names of the ways in which it is written, from the inside. */
export interface SpelledCommand {
  readonly command: string;
  readonly ways: readonly string[];
  readonly text: string;
}

/** The maximum length of a spelling, in UTF-16 code units. Nested quotes grow. */
const maxLength = 20_000;

/** Generates spellings of commands of plain words: one of their words, and up to three texts around it. Each of them runs the command. */
export function spellingsOf(commands: readonly string[]): fc.Arbitrary<SpelledCommand> {
  return fc
    .tuple(
      fc.constantFrom(...commands),
      fc.constantFrom(...Object.keys(wordSpellings)),
      fc.array(fc.constantFrom(...Object.keys(textWrappers)), { maxLength: 3 }),
    )
    .map(([command, spelling, wrappers]) => {
      const inner = wordSpellings[spelling]?.(command.split(" ")) ?? command;
      return {
        command,
        ways: [spelling, ...wrappers],
        text: wrappers.reduce((text, name) => textWrappers[name]?.(text) ?? text, inner),
      };
    })
    .filter(({ text }) => text.length <= maxLength);
}

/** Generates commands that mention commands of plain words and do not run them. */
export function mentionsOf(commands: readonly string[]): fc.Arbitrary<SpelledCommand> {
  return fc
    .tuple(
      spellingsOf(commands).filter(({ ways }) => ways.length <= 2),
      fc.constantFrom(...Object.keys(mentions)),
    )
    .map(([{ command, ways, text }, name]) => ({ command, ways: [...ways, name], text: mentions[name]?.(text) ?? text }));
}
