import type { Diagnostic } from "@precept/core";
import { report } from "../check-catalogue.ts";
import { asciiLookalike, describeLookalikes, findMixedScripts } from "./mixed-scripts.ts";
import { findHiddenCharacters } from "./hidden-characters.ts";
import { findHiddenInstructions } from "./hidden-instructions.ts";
import { findSecrets } from "./secrets.ts";
import { SourceText } from "../source/source-text.ts";
import { reportMatches } from "./text-match.ts";

const checks = [findHiddenCharacters, findMixedScripts, findHiddenInstructions, findSecrets] as const;

/**
 * Checks the text of a rule file, including the front matter, for hidden characters, lookalike letters, instructions in
 * comments and secrets. Problems of the rule itself are reported by the parser.
 *
 * @param file the path for the locations. Absent: the text is not from a file.
 */
export function checkText(text: string, file?: string): readonly Diagnostic[] {
  const source = new SourceText(text, file);
  return [
    ...(file === undefined ? [] : checkFileName(file)),
    ...reportMatches(
      source,
      checks.flatMap((check) => check(source)),
    ),
  ];
}

function* checkFileName(file: string): Iterable<Diagnostic> {
  for (const word of file.match(/[\p{L}\p{N}_]+/gu) ?? []) {
    const ascii = /[A-Za-z]/.test(word) ? asciiLookalike(word) : undefined;
    if (ascii !== undefined)
      yield report("text/mixed-scripts", { file, line: 1, column: 1 }, `In the file name, ${describeLookalikes(word, ascii)}`);
  }
}
