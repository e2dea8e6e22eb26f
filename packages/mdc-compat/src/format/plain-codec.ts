import { createDraft, type Diagnostic, type ParsedFile, type RuleCodec, type RuleFile } from "@precept/core";
import { report } from "../diagnostic-catalogue.ts";
import { checkLimits } from "./check-limits.ts";
import type { FormatFacts } from "./facts.ts";
import { maxDialectBytes } from "./header-codec.ts";
import { escapeImports } from "./imports.ts";
import { nameOf } from "./name-of.ts";
import { notesFor } from "./notes.ts";
import { splitStrictly } from "./split-strictly.ts";

/** What is special about a kind of file that is all text. */
export interface PlainFormat extends Pick<RuleCodec, "extensions" | "accepts" | "ignored" | "imports"> {
  readonly facts: FormatFacts;
  /** What its rules are called. Default: like their files. */
  readonly name?: string;
  /** The contexts in which a file's rule applies, where its path says so. Default: everywhere. */
  contextsOf?(path: string): readonly string[];
  /** What is wrong with a text in this tool alone. */
  check?(content: string, file: string): readonly Diagnostic[];
}

/** A codec for files that are nothing but text, every one of which always applies. */
export function createPlainCodec(format: PlainFormat): RuleCodec {
  const { facts, extensions, accepts, ignored, imports } = format;
  return {
    id: facts.id,
    title: facts.title,
    extensions,
    maxBytes: maxDialectBytes,
    ...(accepts !== undefined && { accepts }),
    ...(ignored !== undefined && { ignored }),
    ...(imports !== undefined && { imports }),
    parse({ text, path, file }: RuleFile): ParsedFile {
      const content = text.replace(/^\uFEFF/, "");
      const own = format.check?.(content, file) ?? [];
      return {
        diagnostics: [...frontMatterAsText(text, file), ...checkLimits(facts, text, file), ...own],
        draft: createDraft({
          name: format.name ?? nameOf(path, extensions),
          content,
          inclusion: "always",
          contexts: format.contextsOf?.(path) ?? [],
        }),
      };
    },
    print(rule, original = "") {
      // A text that begins with a byte order mark itself would lose it to the file.
      const mark = original.startsWith("\uFEFF") || rule.content.startsWith("\uFEFF") ? "\uFEFF" : "";
      const isUnchanged = original !== "" && original.slice(mark.length) === rule.content;
      const isEscaped = !isUnchanged && facts.imports !== undefined && rule.origin.imports !== true;
      const text = mark + (isEscaped ? escapeImports(rule.content, facts.imports) : rule.content);
      return { text, notes: notesFor(rule, facts, text) };
    },
  };
}

function frontMatterAsText(text: string, file: string): Diagnostic[] {
  const { found, headerLine } = splitStrictly(text);
  return found ? [report("dialect/front-matter-as-text", { file, line: headerLine - 1, column: 1 })] : [];
}
