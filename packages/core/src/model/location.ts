import { compareText } from "../text/compare-text.ts";

/** A range in a document. Lines and columns count from 1, columns in UTF-16 code units; `endColumn` is the column after the last character. */
export interface SourceLocation {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly endLine?: number | undefined;
  readonly endColumn?: number | undefined;
}

/** Compares locations by file, line and column. */
export function compareLocations(left: SourceLocation, right: SourceLocation): number {
  return (
    compareText(left.file ?? "", right.file ?? "") ||
    (left.line ?? 0) - (right.line ?? 0) ||
    (left.column ?? 0) - (right.column ?? 0)
  );
}
