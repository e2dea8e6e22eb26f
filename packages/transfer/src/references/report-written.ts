import type { FidelityNote } from "@precept/core";
import type { FormatSpec } from "@precept/mdc-compat";
import type { WrittenReference } from "./insert-text.ts";

/** Reports which texts a file has in place of references, and which references stay. */
export function reportWritten(written: readonly WrittenReference[], { title }: FormatSpec): FidelityNote[] {
  const inserted = [...new Set(written.filter(({ isInserted }) => isInserted).map(({ path }) => path))];
  const problems = written.filter(({ problem }) => problem !== undefined);
  return [
    ...(inserted.length === 0
      ? []
      : [note(`The text of ${inserted.join(", ")} is inserted, because ${title} does not include files there.`)]),
    ...problems.map(({ path, problem = "" }) => note(`${path} ${problem}, so ${title} does not get its text.`)),
  ];
}

function note(message: string): FidelityNote {
  return { field: "content", kind: "lost", message };
}
