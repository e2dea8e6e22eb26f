import type { Inclusion, Rule } from "@precept/core";

/**
 * What is known about one kind of rule file, as data: the notes about what a rule loses in it, the editor's JSON Schema and the reference are made
 * from it, and a test holds the codec to it.
 */
export interface FormatFacts {
  /** The dialect's id, as in `origin.dialect`. */
  readonly id: string;
  /** The tool, as people call it. */
  readonly title: string;
  /** What `targets` of rules call the tool. */
  readonly targets: readonly string[];
  /** The keys of the front matter that the tool reads; none where its files have no front matter. */
  readonly keys: readonly KeyFacts[];
  readonly inclusions: Readonly<Record<Inclusion, InclusionFacts>>;
  /** How patterns are written; absent where the tool knows none. */
  readonly globs?: GlobFacts;
  /** The inclusions of which a file keeps the description. */
  readonly describes: readonly Inclusion[];
  /** What the tool brings in where a text says `@path`, and how it is told apart. */
  readonly imports?: ImportFacts;
  /** Whether the tool brings in a file where a text says `#[[file:path]]`. Default false. */
  readonly references?: boolean;
  /** How a file says in which contexts its rule applies; absent where it can't. */
  readonly contexts?: ContextFacts;
  /** Whether keys that the tool does not know may stand in its front matter without harm. */
  readonly keepsKeys: boolean;
  readonly limits: readonly LimitFacts[];
  /** Where all this is documented, unless a fact has a source of its own. */
  readonly source: string;
}

/** A key of a front matter. */
export interface KeyFacts {
  readonly name: string;
  readonly type: "text" | "flag" | "texts" | "text or texts" | readonly string[];
  /** What it says, in a sentence. */
  readonly meaning: string;
  /** The field of the rule that it holds. Absent: it is kept as metadata. */
  readonly field?: keyof Rule;
  readonly source?: string;
}

/** How a format says when a rule applies. */
export interface InclusionFacts {
  /** What stands in the file. Absent where the tool has no such rules. */
  readonly written?: string;
  /** What the tool makes of such a rule where it has none and the rule is written all the same. */
  readonly becomes?: Inclusion;
  /** What the tool lacks, as a sentence. */
  readonly lacks?: string;
}

/** How a tool reads file patterns. */
export interface GlobFacts {
  /** Where a pattern without a slash is looked for. */
  readonly bare: "root" | "anywhere";
  /** Where a pattern with a slash in it, and none in front, begins. */
  readonly rooted: "root" | "anywhere";
  /** How several patterns are written. */
  readonly list: "commas" | "list" | "list or commas" | "one pattern";
  /** Whether `!` takes files away again. */
  readonly exclusions: boolean;
  readonly source?: string;
  /** A pattern of the tool's in the canonical language. */
  toCanonical(glob: string): string;
  /** A canonical pattern in the tool's words: one for each alternative where it knows no braces. */
  fromCanonical(glob: string): readonly string[];
}

export interface ContextFacts {
  /** In how many a rule can apply that does not apply in all of them. Default: any number. */
  readonly most?: number;
  /** What one may be called. Default: anything. */
  readonly name?: RegExp;
}

export interface ImportFacts {
  /** Finds what the tool would take for an import, from the @ on, which has no backtick in front; the first group is the path. Global. */
  readonly pattern: RegExp;
  /** What the tool takes for code, in which it looks for none: that of Markdown, or whatever stands between backticks. Default `markdown`. */
  readonly code?: "markdown" | "backticks";
  readonly source: string;
}

/** How long something may be before the tool no longer reads all of it. */
export interface LimitFacts {
  readonly most: number;
  readonly unit: "characters" | "bytes";
  /** What is counted: one file, or all files that are read together. */
  readonly of: "file" | "all";
  /** What the tool does with more. `advice` means that only a part of it minds. */
  readonly effect: "cut" | "ignored" | "advice";
  /** As a sentence: who reads how much of what. */
  readonly meaning: string;
  readonly source?: string;
}
