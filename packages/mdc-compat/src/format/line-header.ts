import { readYamlHeader, type FrontMatterSplit, type HeaderEntry, type Json, type YamlHeader } from "@precept/core";
import { report, type DialectDiagnosticCode } from "../diagnostics/diagnostic-catalogue.ts";
import { readLines } from "./read-lines.ts";

export interface LineHeaderOptions {
  /** Reads the value of a key. */
  readonly read: (entry: HeaderEntry) => Json;
  /** The codes of a repeated key, and of front matter that is not valid YAML. */
  readonly codes: { readonly duplicateKey: DialectDiagnosticCode; readonly notYaml: DialectDiagnosticCode };
  /** Returns the part of the front matter that should be valid YAML. Default: all of it. */
  readonly yamlOf?: (header: string) => string;
}

/** Reads front matter line by line, for tools whose editors write patterns without quotes, which is often not valid YAML. */
export function readLineHeader(
  split: FrontMatterSplit,
  file: string,
  { read, codes, yamlOf = (header) => header }: LineHeaderOptions,
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
