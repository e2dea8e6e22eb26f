/** Where a word is retired: in names (identifiers, file names), in text (comments, messages, documentation), or in both. */
type RetiredIn = "names" | "text" | "both";

/** A word or phrase that this repository no longer uses. */
export interface RetiredWord {
  /** All forms, in lower case: `keep`, `kept`. A phrase has several words: `in force`. */
  readonly forms: readonly string[];
  readonly retiredIn: RetiredIn;
  /** What to write instead, as the list says it. */
  readonly replacement: string;
}

/** A legitimate use of a retired word. */
export interface AllowedUse {
  /** A whole identifier, as `keepAlive`, or a phrase of a text. */
  readonly use: string;
  /** The beginning of the paths of files in which it is allowed, or `everywhere`. */
  readonly where: string;
}

export interface WordList {
  readonly retired: readonly RetiredWord[];
  readonly allowed: readonly AllowedUse[];
}

/**
 * Reads the tables "Retired words" and "Allowed uses" of `docs/terminology.md`.
 *
 * @throws if a row does not have the columns that its table needs.
 */
export function parseWordList(markdown: string): WordList {
  return {
    retired: readTable(markdown, "Retired words").map(([forms = "", retiredIn = "", replacement = ""]) => {
      if (!isRetiredIn(retiredIn))
        throw new Error(`Retired words: "${retiredIn}" is not one of names, text and both (${forms}).`);
      return { forms: readCodes(forms).map((form) => form.toLowerCase()), retiredIn, replacement };
    }),
    allowed: readTable(markdown, "Allowed uses").flatMap(([uses = "", where = ""]) =>
      readCodes(uses).map((use) => ({ use, where: readCodes(where)[0] ?? where })),
    ),
  };
}

function isRetiredIn(value: string): value is RetiredIn {
  return value === "names" || value === "text" || value === "both";
}

/** The cells of the first table below a heading, without its header. */
function readTable(markdown: string, heading: string): readonly (readonly string[])[] {
  const lines = markdown.split("\n");
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "") === heading);
  if (start === -1) throw new Error(`docs/terminology.md has no heading "${heading}".`);
  const first = lines.findIndex((line, index) => index > start && line.startsWith("|"));
  const rows: string[][] = [];
  for (const line of lines.slice(first === -1 ? lines.length : first + 2)) {
    if (!line.startsWith("|")) break;
    const cells = line.split("|").slice(1, -1);
    if (cells.length < 3) throw new Error(`${heading}: a row needs three columns: ${line}`);
    rows.push(cells.map((cell) => cell.trim()));
  }
  if (rows.length === 0) throw new Error(`The table "${heading}" is empty.`);
  return rows;
}

/** The code spans of a cell: `` `keep`, `kept` `` is keep and kept. */
function readCodes(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}
