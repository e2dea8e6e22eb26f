/** How a program runs another command that is in its arguments. */
export interface WrapperSpec {
  /** Flags whose value is the next word. Other flags have none. */
  readonly valueFlags?: readonly string[];
  /** Flags whose value is a shell text to run. */
  readonly textFlags?: readonly string[];
  /** The number of operands before the command. Default 0. */
  readonly operands?: number;
  /** Words that must come first, such as `exec` in `docker exec`. Without one of them, no command is run. */
  readonly subcommands?: readonly string[];
  /** Whether the words after the operands are joined to a shell text. Otherwise they are a command. Default false. */
  readonly joinsWords?: true;
  /** Whether only words after `--` are a command. */
  readonly afterDashes?: true;
  /** Whether flags and text flags are all it has: no command in its operands. */
  readonly onlyText?: true;
  /** Whether its standard input is a shell text, if it has no command. */
  readonly runsInput?: true;
  /** A word that ends the command. */
  readonly until?: readonly string[];
}

/** A command or a shell text that another command runs. */
export type InnerRun =
  /** The words from this index on are a command. `words` if they are not simply the rest. */
  | { readonly kind: "words"; readonly from: number; readonly to: number }
  /**
   * The words from one index up to another are joined to a shell text. A shell passes it the words after the next as
   * parameters.
   */
  | { readonly kind: "text"; readonly from: number; readonly to: number }
  /** The word at this index contains, from an offset on, a shell text. */
  | { readonly kind: "part"; readonly at: number; readonly offset: number };
