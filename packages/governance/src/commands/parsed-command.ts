/** A range of a text, in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  /** The offset after the last character. */
  readonly end: number;
}

/** A redirection of a command. */
export interface CommandRedirect {
  /** `>`, `>>`, `<`, `&>` and so on. */
  readonly operator: string;
  readonly target: string;
}

/** One command that a shell text runs, with quotes removed. */
export interface ParsedCommand {
  /**
   * The name of the program, without its directory. May contain wildcards if the text does, as in `/bin/r?`. Empty for
   * redirections without a program, such as `> file` or `{ …; } > file`.
   */
  readonly program: string;
  /** The words after the program. */
  readonly words: readonly string[];
  /** The words that begin with `-`, up to `--`. */
  readonly flags: readonly string[];
  /** The other words. The value of a flag is an operand too, since no shell can tell them apart. */
  readonly operands: readonly string[];
  readonly redirects: readonly CommandRedirect[];
  /** The programs of later commands in the same pipeline, and of a shell that runs what this command prints. */
  readonly pipesInto: readonly string[];
  /** The programs of earlier commands in the same pipeline, and of commands whose output this shell runs. */
  readonly pipesFrom: readonly string[];
  /** The programs that run this command, outermost first: `sudo`, `xargs`, `bash`. */
  readonly wrappers: readonly string[];
  /** Where the command is in the text. For a command in an encoded text: where that text is. */
  readonly location: TextRange;
}

/**
 * A text that a command runs: code in another language, such as the text after `python -c`, or a shell text that is not
 * written literally, such as a decoded one.
 */
export interface EmbeddedCode {
  /** The program that runs it. */
  readonly program: string;
  readonly code: string;
  /** Where the word with the code is. For code on standard input: where the command is. */
  readonly location: TextRange;
}

/** The commands in a shell text. */
export interface ParsedCommands {
  /** In the order in which they were found. */
  readonly commands: readonly ParsedCommand[];
  readonly code: readonly EmbeddedCode[];
  /** Why some commands may be missing: a syntax error, or a limit. Undefined if the text was read as a whole. */
  readonly incomplete?: string;
}

/** The limits of reading one text. What exceeds them is not read, and `incomplete` names the limit. */
export const commandLimits = {
  /** The length of the text, in UTF-16 code units. */
  textLength: 250_000,
  /**
   * The number of steps: roughly, characters that are read, each time that they are read. Bounds the time for hostile
   * texts.
   */
  steps: 1_500_000,
  /** The number of here-documents in all texts together. The parser needs quadratic time for them. */
  hereDocuments: 1000,
  /** The number of commands. */
  commands: 10_000,
  /** The length of all texts inside the text (`bash -c`, decoded texts), in UTF-16 code units. */
  innerLength: 250_000,
  /** The number of commands in one pipeline. */
  pipelineCommands: 100,
  /** How many texts, wrappers and substitutions can contain each other. */
  depth: 32,
  /** The number of words to which the braces of one word expand. */
  braceWords: 256,
  /** The length of all values of variables and substitutions that are inserted, in UTF-16 code units. */
  expandedLength: 250_000,
  /** The number of paths at which one `find` starts that stand for `{}`. */
  foundFiles: 32,
  /** The number of values of a `for` loop for which its body is read. */
  loopValues: 16,
} as const;
