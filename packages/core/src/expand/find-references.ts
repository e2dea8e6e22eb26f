/** A native reference `#[[file:path]]` in a text. */
export interface FileReference {
  /** The offset of the reference in the text. */
  readonly start: number;
  /** The offset after the reference. */
  readonly end: number;
  /** As written, without spaces around it. Relative to the directory that the rule governs, or, with `./` or `../`, to the file with the text. */
  readonly path: string;
}

/** The path can contain brackets: `app/[id]/page.tsx`. */
const reference = /#\[\[file:((?:[^\]\r\n]|\](?!\])|\](?=\]\]))+)\]\]/g;

/** Finds the native file references `#[[file:path]]` of a text, in order. */
export function findReferences(text: string): readonly FileReference[] {
  if (!text.includes("#[[file:")) return [];
  return Array.from(text.matchAll(reference), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    path: (match[1] ?? "").trim(),
  }));
}
