import type { Json } from "@precept/core";
import type { DialectId } from "../tools.ts";

/** The kinds of items in the configuration of an agent, besides rules and skills. */
export const itemKinds = ["command", "subagent", "mcp", "ignore", "permissions"] as const;

/** One of `itemKinds`. `mcp` is an MCP server. */
export type ItemKind = (typeof itemKinds)[number];

/** Values by their names. */
export type JsonFields = { readonly [name: string]: Json };

/** Keys and values by the id of the tool that reads them. */
export type ToolKeys = { readonly [Tool in DialectId]?: JsonFields };

/**
 * A command, a subagent, an MCP server, an ignore file or the permissions, independent of the tool that reads it. The
 * fields of each kind are in `itemTable`.
 */
export interface AgentItem {
  readonly kind: ItemKind;
  /** Unique in its kind; `git/commit` for a file in a directory. Kinds with one item have the name of the kind. */
  readonly name: string;
  readonly fields: JsonFields;
  /** The keys that only one tool knows, by the id of the tool. Other tools do not get them. */
  readonly own: ToolKeys;
  /** The ids of the tools that the item is for. Empty: all. */
  readonly targets: readonly string[];
}

/** The form of a file: how its text holds keys and values. */
export type ItemForm =
  /** Front matter in YAML; the text below it is the key `content`. */
  | "markdown"
  | "yaml"
  | "toml"
  /** JSON with comments. */
  | "json"
  /** Rules of Codex for shell commands: the keys are the decisions. */
  | "codexRules"
  /** A text without keys: the key `content` is the whole file. */
  | "text";

/** Converts between keys of a file and fields of an item. */
export interface FieldMap {
  /** The keys that it reads and writes. */
  readonly keys: readonly string[];
  /** Reads the fields from the keys. Undefined if the values have another form; the keys are then kept for their tool. */
  readonly read: (keys: JsonFields) => JsonFields | undefined;
  readonly write: (fields: JsonFields) => JsonFields;
}

/** How a tool writes what it replaces in a text. Absent: it cannot. */
export interface PlaceholderSyntax {
  /** All arguments of a command, as in `$ARGUMENTS`. */
  readonly all?: string;
  /** One argument, with `N` for its number from 1, as in `$N`. */
  readonly numbered?: string;
  /** A value that the tool asks for, with `NAME` for its name, as in `${input:NAME}`. */
  readonly input?: string;
  /** The output of a shell command, with `CODE` for the command, as in ``!`CODE` ``. */
  readonly shell?: string;
}

/** Where and how one tool stores the items of one kind in a project. */
export interface ItemFormat {
  readonly kind: ItemKind;
  /** The path of the file. `*` is the name of the item: each item then has its own file. */
  readonly path: string;
  /** Whether names can have directories. Default false: the tool reads only files in the directory itself. */
  readonly nested?: boolean;
  readonly form: ItemForm;
  /**
   * The keys that lead to the items in a file that has other keys too. The file is then changed key by key, and never
   * replaced. For kinds with many items, the keys below are their names; for others, the keys of the one item.
   */
  readonly at?: readonly string[];
  readonly fields: readonly FieldMap[];
  /** Keys that a new item gets, and that are not read: the tool needs them. */
  readonly constant?: JsonFields;
  /** Default: the tool replaces nothing in the texts of its commands. */
  readonly placeholders?: PlaceholderSyntax;
  /**
   * How values refer to a variable of the environment, with `NAME` for its name. The first syntax is written, all are
   * read. Default: they cannot.
   */
  readonly variables?: readonly string[];
  /** The key with the name of the item. Default: the name is only in the path. */
  readonly nameKey?: string;
  /** The URL, or the path in a repository, that says so. */
  readonly source: string;
}

/** What one tool stores in a project besides rules and skills. */
export interface ToolItems {
  /** Of several formats of a kind, the first is written, and the others are read and updated where they exist. */
  readonly formats: readonly ItemFormat[];
  /** Why the tool has no format for a kind, as a sentence. Default: none is known. */
  readonly missing?: { readonly [Kind in ItemKind]?: string };
}
