import type { Inclusion, Rule } from "@precept/core";

/**
 * Describes one rule file format as data. Fidelity notes, JSON Schemas and the reference pages are generated from it,
 * and `conformance.test.ts` checks the codec against it.
 */
export interface FormatSpec {
  /** Id of the format, as in `origin.dialect` and `codec.id`. */
  readonly id: string;
  /** Display name of the tool. */
  readonly title: string;
  /** Names of the tool in the `targets` of a rule. */
  readonly targets: readonly string[];
  /** Front matter keys that the tool reads. Empty if the format has no front matter. */
  readonly keys: readonly KeySpec[];
  readonly inclusions: Readonly<Record<Inclusion, InclusionSupport>>;
  /** Absent if the tool does not support file patterns. */
  readonly globs?: GlobSpec;
  /** The inclusions for which a file can store a description. */
  readonly describable: readonly Inclusion[];
  /** The `@path` imports that the tool expands. Absent if it expands none. */
  readonly imports?: ImportSpec;
  /** What the tool replaces in the text before the agent gets it, other than imports. Default: nothing. */
  readonly expansions?: readonly ExpansionSpec[];
  /** Whether the tool expands `#[[file:path]]`. Default false. */
  readonly references?: boolean;
  /** The contexts that a rule can be limited to. Absent if the format has no contexts. */
  readonly contexts?: ContextSpec;
  /** Whether the tool accepts front matter keys that it does not know. */
  readonly allowsUnknownKeys: boolean;
  readonly limits: readonly LimitSpec[];
  /** Id of the format whose JSON Schema fits the keys of this format too. Default: the format has its own schema. */
  readonly schema?: string;
  /** URL or path of the documentation, for everything here that has no `source` of its own. */
  readonly source: string;
}

/** Describes a front matter key. */
export interface KeySpec {
  readonly name: string;
  /** A list is an enumeration: the value has to be one of its items. */
  readonly type: "string" | "boolean" | "strings" | "string or strings" | "mapping" | readonly string[];
  readonly description: string;
  /** The rule field that the key sets. Default: the key is stored in `metadata`. */
  readonly field?: keyof Rule;
  readonly source?: string;
}

/** Describes how a format expresses one inclusion. */
export interface InclusionSupport {
  /** The keys to write, for documentation. Absent if the format does not support the inclusion. */
  readonly syntax?: string;
  /** The inclusion that the file gets if the rule is written although its own inclusion is not supported. */
  readonly fallback?: Inclusion;
  /** Overrides the default message of the fidelity note about an inclusion that is not supported. */
  readonly limitation?: string;
}

/** Describes how a tool interprets file patterns. */
export interface GlobSpec {
  /** Where a pattern without a slash, such as `*.ts`, matches: in the root directory only, or at any depth. */
  readonly withoutSlash: "root" | "anywhere";
  /** Where a pattern such as `src/*.ts` matches: relative to the root directory, or at any depth. */
  readonly withSlash: "root" | "anywhere";
  /** How several patterns are written. */
  readonly list: "commas" | "list" | "list or commas" | "one pattern";
  /** Whether a leading `!` excludes files. */
  readonly exclusions: boolean;
  readonly source?: string;
  /** Converts a pattern of the tool to Precept's syntax. */
  toCanonical(glob: string): string;
  /** Converts a pattern from Precept's syntax: to several without braces, or to none if the tool cannot express it. */
  fromCanonical(glob: string): readonly string[];
}

/** Describes text that a tool replaces when it loads a file, such as `$ARGUMENTS` or a shell command. */
export interface ExpansionSpec {
  /** Creates a global pattern that matches what the tool replaces. Unicode classes take up to a millisecond. */
  readonly pattern: () => RegExp;
  /** Whether the tool replaces it in Markdown code too. Default true. */
  readonly inCode?: boolean;
  /** Returns the text that makes the tool show a match literally. Absent if the tool has no escape. */
  readonly escape?: (match: string) => string;
  /** Creates a global pattern of escaped text. The first group is the text that the escape stands for. */
  readonly escaped?: () => RegExp;
  /** What the tool does, as a predicate: "runs commands such as …". */
  readonly effect: string;
}

export interface ContextSpec {
  /** The largest number of contexts of one rule. Default: unlimited. */
  readonly max?: number;
  /** What context names have to match. Default: any name is valid. */
  readonly name?: RegExp;
}

export interface ImportSpec {
  /** Creates a global pattern for an import from its `@`, which follows no backtick. The first group is the path. */
  readonly pattern: () => RegExp;
  /** The code in which the tool expands no imports: Markdown code, or text between backticks. Default `markdown`. */
  readonly code?: "markdown" | "backticks";
  /** Whether the tool also replaces an import of a file that does not exist. Default false. */
  readonly replacesMissing?: boolean;
  /** Whether the tool imports files outside of the project: `@~/notes.md`, `@/etc/notes.md`. Default false. */
  readonly outside?: boolean;
  readonly source: string;
}

/** Describes a size limit of a tool. */
export interface LimitSpec {
  readonly max: number;
  readonly unit: "characters" | "bytes";
  /** Whether the limit applies to each file, or to the total of all files that are read together. */
  readonly appliesTo: "eachFile" | "allFiles";
  /** What happens beyond the limit. `advisory`: only some features of the tool have the limit. */
  readonly effect: "truncated" | "ignored" | "advisory";
  /** A complete sentence. */
  readonly description: string;
  readonly source?: string;
}
