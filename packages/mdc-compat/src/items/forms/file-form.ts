import type { Json } from "@precept/core";
import type { TextProblem } from "../../json-text/json-document.ts";
import type { JsonFields } from "../../model/item.ts";

/** The keys of a file, or why it cannot be read. */
export type FileKeys = { readonly keys: JsonFields } | { readonly problem: TextProblem };

/** The text of a changed file, or why it cannot be changed. */
export type FileText = { readonly text: string } | { readonly problem: TextProblem };

/** How the text of a file holds the keys of one item. */
export interface FileForm {
  readonly read: (text: string) => FileKeys;
  /** @param original the present text, of which unchanged lines and comments are kept where the form allows it. */
  readonly print: (keys: JsonFields, original?: string) => string;
}

/** The new value of a key. Undefined removes the key. */
export interface KeyChange {
  readonly path: readonly string[];
  readonly value: Json | undefined;
}

/** How the text of a file holds items beside keys of other programs. */
export interface SharedForm {
  /** Reads all values of the file. An empty file has none. */
  readonly read: (text: string) => FileKeys;
  /** Changes keys and keeps all other bytes. Fails if a key cannot be changed alone. */
  readonly edit: (text: string, changes: readonly KeyChange[]) => FileText;
}
