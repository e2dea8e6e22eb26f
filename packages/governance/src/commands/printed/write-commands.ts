import type { ParsedCommand, ParsedCommands, TextRange } from "../parsed-command.ts";

/** Commands as a shell reads them, written without needless quotes, and the location in the text that runs them. */
export interface WrittenCommands {
  readonly text: string;
  readonly location: TextRange;
}

/** Only so many commands are compared with the text. */
const maxCommands = 1000;

/** The maximum length of the commands at one location, in UTF-16 code units. */
const maxLength = 50_000;

/**
 * Writes the commands whose words a text does not contain literally: because of escapes, quotes inside words, variables,
 * or because a script contains them. One text for each location.
 */
export function writeHiddenCommands(
  { commands, code }: Pick<ParsedCommands, "commands" | "code">,
  text: string,
): readonly WrittenCommands[] {
  const byLocation = new Map<string, { lines: string; readonly location: TextRange }>();
  for (const command of commands.slice(0, maxCommands)) {
    const { location, pipesInto } = command;
    if (isLiteral(command, text.slice(location.start, location.end))) continue;
    // Code and decoded texts are searched themselves.
    if (code.some((one) => command.words.includes(one.code))) continue;
    if (code.some((one) => one.location.start === location.start && isLiteral(command, one.code))) continue;
    const key = `${location.start} ${location.end}`;
    const written = byLocation.get(key) ?? { lines: "", location };
    byLocation.set(key, written);
    if (written.lines.length < maxLength) written.lines += `${writeCommand(command)}${pipesInto.length > 0 ? " | " : "\n"}`;
  }
  return Array.from(byLocation.values(), ({ lines, location }) => ({ text: lines, location }));
}

/** Whether a text contains the words of a command one after another, with nothing but blanks and quotes between them. */
function isLiteral({ program, words }: ParsedCommand, written: string): boolean {
  let at = written.indexOf(program);
  if (at === -1) return false;
  at += program.length;
  return words.every((word) => {
    const found = written.indexOf(word, at);
    const isNext = found !== -1 && /^["' \t]*$/.test(written.slice(at, found));
    at = found + word.length;
    return isNext;
  });
}

function writeCommand({ program, words, redirects }: ParsedCommand): string {
  const targets = redirects.map(({ operator, target }) => `${operator} ${writeWord(target)}`);
  return [...[program, ...words].map(writeWord), ...targets].join(" ");
}

function writeWord(word: string): string {
  return /^[\w./:@%+,=^~*?{}[\]$-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
