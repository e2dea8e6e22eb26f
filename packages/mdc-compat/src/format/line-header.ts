import {
  readYamlHeader,
  type Diagnostic,
  type FrontMatterSplit,
  type HeaderEntry,
  type Json,
  type SourceLocation,
  type YamlHeader,
} from "@precept/core";
import { readLines } from "./read-lines.ts";

export interface LineHeaderOptions<Code extends string> {
  /** Reads the value of a key. */
  readonly read: (entry: HeaderEntry) => Json;
  /** The codes of a repeated key, and of front matter that is not valid YAML. */
  readonly codes: { readonly duplicateKey: Code; readonly notYaml: Code };
  readonly report: (code: Code, location: SourceLocation, message?: string) => Diagnostic;
  /** Returns the part of the front matter that should be valid YAML. Default: all of it. */
  readonly yamlOf?: (header: string) => string;
}

/** Reads front matter line by line, for tools whose editors write patterns without quotes, which is often not valid YAML. */
export function readLineHeader<Code extends string>(
  split: FrontMatterSplit,
  file: string,
  { read, codes, report, yamlOf = (header) => header }: LineHeaderOptions<Code>,
): YamlHeader {
  const { entries, repeated } = readLines(split, read);
  const [problem] = readYamlHeader(yamlOf(split.header), split.headerLine, file).diagnostics;
  return {
    entries,
    diagnostics: [
      ...repeated.map(({ key, line, column }) =>
        report(codes.duplicateKey, { file, line, column }, `"${key}" is defined twice; the first definition is used.`),
      ),
      ...(problem === undefined || repeated.length > 0 ? [] : [report(codes.notYaml, problem)]),
    ],
  };
}
