/** Describes how a program runs a command in its arguments. */
export interface WrapperSpec {
  /** Flags whose value is the next word, separated by blanks. Other flags have none. */
  readonly valueFlags?: string;
  /** Flags whose value is a shell text to run, separated by blanks. */
  readonly textFlags?: string;
  /** Flags after which all words are a command, separated by blanks. */
  readonly restFlags?: string;
  /** The number of operands before the command. Default 0. */
  readonly operands?: number;
  /** Words that must come first, such as `exec` in `docker exec`. Without one of them, no command is run. */
  readonly subcommands?: readonly string[];
  /** Whether the words after the operands are joined to a shell text. Otherwise they are a command. */
  readonly joinsWords?: true;
  /** Whether each operand is a shell text. */
  readonly eachWord?: true;
  /** Whether its operands contain no command, so that only its text flags do. */
  readonly onlyText?: true;
  /** Whether its standard input is a shell text, if it has no command. */
  readonly runsInput?: true;
  /** Words that end the command. */
  readonly until?: readonly string[];
}

/** A command or a shell text that another command runs. */
export type InnerRun =
  /** The words from one index to another are a command. */
  | { readonly kind: "words"; readonly from: number; readonly to: number }
  /** The words from one index to another are joined to a shell text. Later words are its parameters. */
  | { readonly kind: "text"; readonly from: number; readonly to: number }
  /** The word at this index contains a shell text from an offset. */
  | { readonly kind: "part"; readonly at: number; readonly offset: number };
