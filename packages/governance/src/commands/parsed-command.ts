import type { RunKind } from "../model/policy.ts";
import type { ProjectFiles } from "./project-files.ts";

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

/**
 * The directory in which a command runs, relative to the directory of the text. `isCertain`: the command does not run if
 * the directory could not be entered.
 */
export interface WorkingDirectory {
  readonly path: string;
  readonly isCertain: boolean;
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
  /** The directory in which it runs, if the text enters another one: `cd docs && …`, `git -C docs …`. */
  readonly directory?: WorkingDirectory;
  /** The project in which it runs. Undefined: unknown. */
  readonly project?: ProjectFiles;
  /** The variables that are set only for this command, as written: `GIT_DIR=x`. Undefined if there are none. */
  readonly environment?: readonly string[];
  /** What it runs that needs attention. Undefined if all that it runs was read. */
  readonly runs?: readonly RunKind[];
  /** The location of the command in the text, or of the encoded text that contains it. */
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
  /** The location of the word with the code. For code on standard input, the location of the command. */
  readonly location: TextRange;
}

/** The commands in a shell text. */
export interface ParsedCommands {
  /** In the order in which they were found. */
  readonly commands: readonly ParsedCommand[];
  readonly code: readonly EmbeddedCode[];
  /** Whether some commands come from a script of the project. Default: false. */
  readonly hasScripts?: true;
  /** Why some commands may be missing: a syntax error, or a limit. Undefined if the text was read as a whole. */
  readonly incomplete?: string;
}

/** The limits of reading one text. Reading stops at a limit, and `incomplete` names it. */
export const commandLimits = {
  /** The length of the text, in UTF-16 code units. */
  textLength: 250_000,
  /** The number of steps: roughly the number of characters that are read. Limits the time for hostile texts. */
  steps: 1_500_000,
  /** The number of here-documents in all texts together. The parser needs quadratic time for them. */
  hereDocuments: 1000,
  /** The number of commands. */
  commands: 10_000,
  /** The length of all texts inside the text (`bash -c`, decoded texts), in UTF-16 code units. */
  innerLength: 250_000,
  /** The number of commands in one pipeline. */
  pipelineCommands: 100,
  /** The nesting depth of texts, wrappers and substitutions. */
  depth: 32,
  /** The number of words to which the braces of one word expand. */
  braceWords: 256,
  /** The length of all values of variables and substitutions that are inserted, in UTF-16 code units. */
  expandedLength: 250_000,
  /** The number of start paths of one `find` that replace `{}`. */
  foundFiles: 32,
  /** The number of values of a `for` loop for which its body is read. */
  loopValues: 16,
} as const;
