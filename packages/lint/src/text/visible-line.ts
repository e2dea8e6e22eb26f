import { findHiddenCharacters } from "./hidden-characters.ts";
import { SourceText } from "../source/source-text.ts";
import { singleLine } from "@precept/core";

const readLength = 16;

/**
 * Makes one line of a text from an untrusted rule, for a list or a message: joins its lines, removes the characters
 * that users do not see but agents read, and cuts it with an ellipsis. Emoji, and joiners that scripts need, are kept.
 *
 * @param maxLength the maximum length of the line, in UTF-16 code units. Default: the whole text.
 */
export function visibleLine(text: string, maxLength: number = Number.POSITIVE_INFINITY): string {
  // A name or a description can be as long as its file.
  const read = text.slice(0, maxLength * readLength).toWellFormed();
  const visible = findHiddenCharacters(new SourceText(read)).reduceRight(
    (line, { start, end, replacement }) => line.slice(0, start) + (replacement?.text ?? "") + line.slice(end),
    read,
  );
  return cutLine(singleLine(visible), maxLength);
}

function cutLine(line: string, maxLength: number): string {
  if (line.length <= maxLength) return line;
  // The first half of a surrogate pair is no character.
  const end = /[\uD800-\uDBFF]/.test(line.charAt(maxLength - 2)) ? maxLength - 2 : maxLength - 1;
  return `${line.slice(0, end).trimEnd()}…`;
}
