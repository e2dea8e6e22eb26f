import type { Argument, Command, Option } from "commander";
import { splitWords } from "../../split-words.ts";

export interface Position {
  readonly command: Command;
  readonly expects:
    | { readonly kind: "value"; readonly of: Option | Argument }
    | { readonly kind: "option" }
    | { readonly kind: "command" }
    | { readonly kind: "nothing" };
  /** The part of the word before the value, such as `--to=`. */
  readonly prefix: string;
  /** The value as far as it is typed. */
  readonly typed: string;
  /** The options of the program with their values, in the order of the line. */
  readonly options: readonly (readonly [option: Option, value: string])[];
}

/** Marks the end of the line before it is split, so that an empty or quoted word at the cursor is not lost. */
const cursor = "\u0000";

/** Parses a command line up to the cursor. @param line begins with the name of the program. A quote may be open. */
export function parseLine(program: Command, line: string): Position {
  const words = splitWords(line + cursor).slice(1);
  const last = (words.pop() ?? "").replaceAll(cursor, "");
  const options: (readonly [Option, string])[] = [];
  let command = program;
  let pending: Option | undefined;
  let operands = 0;
  let isOnlyOperands = false;
  for (const word of words) {
    if (pending !== undefined) {
      options.push([pending, word]);
      pending = undefined;
    } else if (word === "--" && !isOnlyOperands) {
      isOnlyOperands = true;
    } else if (word.startsWith("-") && word !== "-" && !isOnlyOperands) {
      const [flag = "", value] = splitOption(word);
      const option = findOption(command, flag);
      if (option?.required === true && value === undefined) pending = option;
      else if (option !== undefined && value !== undefined) options.push([option, value]);
    } else {
      const child = operands === 0 ? findCommand(command, word) : undefined;
      if (child === undefined) operands += 1;
      else command = child;
    }
  }
  const ofProgram = options.filter(([option]) => program.options.includes(option));
  const at = (expects: Position["expects"], prefix = ""): Position => ({
    command,
    expects,
    prefix,
    typed: last.slice(prefix.length),
    options: ofProgram,
  });
  if (pending !== undefined) return at({ kind: "value", of: pending });
  if (last.startsWith("-") && !isOnlyOperands) {
    const [flag = "", value] = splitOption(last);
    if (value === undefined) return at({ kind: "option" });
    const option = findOption(command, flag);
    return option?.required === true ? at({ kind: "value", of: option }, `${flag}=`) : at({ kind: "nothing" });
  }
  if (operands === 0 && command.commands.length > 0) return at({ kind: "command" });
  const argument = argumentAt(command.registeredArguments, operands);
  return at(argument === undefined ? { kind: "nothing" } : { kind: "value", of: argument });
}

/** Sets the program's options from a line, such as `--root`, so that completion reads that project. */
export function applyOptions(program: Command, { options }: Position): void {
  for (const [option, value] of options) {
    const name = option.attributeName();
    const before: unknown = program.getOptionValue(name);
    program.setOptionValue(name, option.parseArg === undefined ? value : option.parseArg(value, before));
  }
}

function splitOption(word: string): readonly string[] {
  const at = word.indexOf("=");
  return word.startsWith("--") && at > 0 ? [word.slice(0, at), word.slice(at + 1)] : [word];
}

/** Options of the program are accepted after every command. */
function findOption(command: Command | null, flag: string): Option | undefined {
  if (command === null) return undefined;
  return command.options.find(({ short, long }) => short === flag || long === flag) ?? findOption(command.parent, flag);
}

function findCommand(command: Command, word: string): Command | undefined {
  return command.commands.find((child) => child.name() === word || child.aliases().includes(word));
}

/** The last argument may be repeated. */
function argumentAt(args: readonly Argument[], index: number): Argument | undefined {
  const last = args.at(-1);
  return args[index] ?? (last?.variadic === true ? last : undefined);
}
