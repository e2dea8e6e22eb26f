import { createDraft, type Diagnostic, type ParsedFile, type RuleCodec, type RuleFile } from "@precept/core";
import { report } from "./report.ts";
import { checkLimits } from "./check-limits.ts";
import type { FormatSpec } from "../model/spec.ts";
import { maxDialectBytes } from "./header-codec.ts";
import { escapeImports } from "./imports.ts";
import { getRuleName } from "./rule-name.ts";
import { findFidelityNotes } from "./fidelity-notes.ts";
import { splitStrictly } from "./split-strictly.ts";

/** The parts of a codec that differ between plain text formats. `createPlainCodec` provides the rest. */
export interface PlainFormat extends Pick<RuleCodec, "extensions" | "accepts" | "ignored" | "imports"> {
  readonly spec: FormatSpec;
  /** Returns the name of the rule in a file. Default, and for undefined: the file name without extension. */
  getName?(path: string): string | undefined;
  /** Returns the contexts that the path of a file limits its rule to. Default: none. */
  getContexts?(path: string): readonly string[];
  /** Reports problems that only this tool has with a text. */
  check?(content: string, file: string): readonly Diagnostic[];
}

/** Creates the codec of a plain text format, whose rules always apply. */
export function createPlainCodec(format: PlainFormat): RuleCodec {
  const { spec, extensions, accepts, ignored, imports } = format;
  return {
    id: spec.id,
    title: spec.title,
    extensions,
    maxBytes: maxDialectBytes,
    ...(accepts !== undefined && { accepts }),
    ...(ignored !== undefined && { ignored }),
    ...(imports !== undefined && { imports }),
    parse({ text, path, file }: RuleFile): ParsedFile {
      const content = text.replace(/^\uFEFF/, "");
      const found = format.check?.(content, file) ?? [];
      return {
        diagnostics: [...reportFrontMatter(text, file), ...checkLimits(spec, text, file), ...found],
        draft: createDraft({
          name: format.getName?.(path) ?? getRuleName(path, extensions),
          content,
          inclusion: "always",
          contexts: format.getContexts?.(path) ?? [],
        }),
      };
    },
    print(rule, original = "") {
      // Parsing removes one byte order mark, so content that starts with one needs a second.
      const mark = original.startsWith("\uFEFF") || rule.content.startsWith("\uFEFF") ? "\uFEFF" : "";
      const isUnchanged = original !== "" && original.slice(mark.length) === rule.content;
      const isEscaped = !isUnchanged && spec.imports !== undefined && rule.origin.imports !== true;
      const text = mark + (isEscaped ? escapeImports(rule.content, spec.imports) : rule.content);
      return { text, notes: findFidelityNotes(rule, spec, text) };
    },
  };
}

function reportFrontMatter(text: string, file: string): Diagnostic[] {
  const { found, headerLine } = splitStrictly(text);
  return found ? [report("dialect/front-matter-as-text", { file, line: headerLine - 1, column: 1 })] : [];
}
