import type { RuleSource } from "./dialect.ts";

/**
 * A program that writes the rule files of tools from its own directory, as Precept does. Its rules can be imported.
 * They are not read otherwise, because the program writes them to the files of the tools. A kind of plugin is one too:
 * a tool reads the rules of a plugin where it is installed.
 */
export interface Peer extends RuleSource {
  readonly output?: never;
  /** The paths of its configuration in a project. All that exist are read. */
  readonly configurations: readonly string[];
  /** Returns what an import does not carry over from a configuration, as sentences. Does not throw on invalid input. */
  describeConfiguration(text: string): Promise<readonly string[]>;
  /** What else can be in a project, by path: it is not imported, and the import says so. */
  readonly others: Readonly<Record<string, string>>;
  /** Reviews a rule file before its import. Default: every file is imported without notes. */
  review?(file: PeerFile): PeerReview;
}

export interface PeerFile {
  readonly text: string;
  /** Its path in the project. */
  readonly path: string;
  /** Whether the project has a rule file of the program at a path. */
  readonly hasRule: (path: string) => boolean;
}

export interface PeerReview {
  /** Why the file is not imported, as a phrase. Absent if it is. */
  readonly excluded?: string;
  /** What the import does not carry over from the file, as sentences. */
  readonly notes: readonly string[];
}
