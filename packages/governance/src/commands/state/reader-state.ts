import type { ParsedScript } from "unbash";
import { commandLimits, type EmbeddedCode } from "../parsed-command.ts";
import { parseShell } from "../parse-shell.ts";
import { readPlainScript } from "../plain-script.ts";
import type { CommandDraft, NewCommand } from "./command-draft.ts";
import { ReadingLimits, ReadingStopped } from "./reading-limits.ts";
import { ShellVariables } from "./shell-variables.ts";

export class ReaderState {
  readonly limits = new ReadingLimits();
  readonly variables = new ShellVariables(this.limits);
  readonly drafts: CommandDraft[] = [];
  readonly code: EmbeddedCode[] = [];
  /** The files that the text writes, with their content. */
  readonly files = new Map<string, string>();
  /** Positions of commands that were found, so that reading a loop several times does not repeat them. */
  readonly #known = new Set<string>();
  readonly #readRoughly = new Set<string>();
  readonly #parse: (text: string) => ParsedScript;

  /** @param parse parses a text. Default: without the parser, if the text is plain. */
  constructor(parse = (text: string): ParsedScript => readPlainScript(text) ?? parseShell(text)) {
    this.#parse = parse;
  }

  /** Parses a text: up to the line in which there are too many here-documents. */
  parse(written: string): ParsedScript {
    const text = withNewlines(written);
    this.limits.spend(text.length);
    return this.#parse(this.limits.cutHereDocuments(text));
  }

  /** Whether a text is read roughly for the first time. */
  isFirstRoughReading(text: string): boolean {
    this.limits.spend(text.length + this.drafts.length);
    const isFirst = !this.#readRoughly.has(text);
    this.#readRoughly.add(text);
    return isFirst;
  }

  /** Adds a command. Throws {@link ReadingStopped} if there are too many. */
  add(command: NewCommand): CommandDraft {
    if (this.drafts.length >= commandLimits.commands)
      throw new ReadingStopped(`it has more than ${commandLimits.commands} commands`);
    const { program, words, wrappers, location } = command;
    this.limits.spend(words.length + wrappers.length);
    const key = JSON.stringify([location.start, location.end, program, words, wrappers]);
    const draft = { ...command, pipesInto: new Set<string>(), pipesFrom: new Set<string>() };
    if (!this.#known.has(key)) this.drafts.push(draft);
    this.#known.add(key);
    return draft;
  }
}

/** Replaces the line ends of Windows with newlines. Offsets remain the same. */
function withNewlines(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\\\r\n", " \\\n").replaceAll("\r\n", "\n\n") : text;
}
