import { createDraft, type Diagnostic, type Inclusion, type ParsedFile, type RuleCodec, type RuleFile } from "@precept/core";
import type { FormatSpec, InclusionSupport } from "../model/spec.ts";
import { checkLimits } from "./check-limits.ts";
import { findFidelityNotes } from "./fidelity-notes.ts";
import { maxDialectBytes } from "./header-codec.ts";
import { escapeImports } from "./imports.ts";
import { report } from "./report.ts";
import { getRuleName } from "./rule-name.ts";
import { splitStrictly } from "./split-strictly.ts";

/** The parts of a codec that differ between plain text formats. `createPlainCodec` provides the rest. */
export interface PlainFormat extends Partial<Pick<RuleCodec, "extensions" | "accepts" | "ignored">> {
  readonly spec: FormatSpec;
  /** Returns the name of the rule in a file. Default, and for undefined: the file name without extension. */
  getName?(path: string): string | undefined;
  /** Returns the contexts that the path of a file limits its rule to. Default: none. */
  getContexts?(path: string): readonly string[];
  /** Reports problems that only this tool has with a text. */
  check?(content: string, file: string): readonly Diagnostic[];
}

/** The inclusions of plain text files, whose rules always apply. */
export const plainInclusions: Readonly<Record<Inclusion, InclusionSupport>> = {
  always: { syntax: "the whole file" },
  fileMatch: { fallback: "always" },
  agentRequested: { fallback: "always" },
  manual: { fallback: "always" },
  relevant: { fallback: "always" },
};

/** The inclusions of files whose rules always apply, unless they have the key `paths`. */
export const pathInclusions: typeof plainInclusions = {
  ...plainInclusions,
  always: { syntax: "no `paths`" },
  fileMatch: { syntax: "`paths`" },
};

/** The fields of a spec that differ between plain text formats. */
export type PlainSpec = Pick<FormatSpec, "id" | "title" | "targets" | "imports" | "contexts" | "source"> &
  Partial<Pick<FormatSpec, "limits">>;

export function createPlainSpec({ id, title, targets, imports, contexts, limits = [], source }: PlainSpec): FormatSpec {
  return {
    id,
    title,
    targets,
    keys: [],
    inclusions: plainInclusions,
    describable: [],
    ...(imports !== undefined && { imports }),
    ...(contexts !== undefined && { contexts }),
    allowsUnknownKeys: false,
    limits,
    source,
  };
}

/** Creates the codec of a plain text format, whose rules always apply. Default extension: `.md`. */
export function createPlainCodec({ spec, extensions = [".md"], accepts, ignored, ...format }: PlainFormat): RuleCodec {
  return {
    id: spec.id,
    title: spec.title,
    extensions,
    maxBytes: maxDialectBytes,
    ...(accepts !== undefined && { accepts }),
    ...(ignored !== undefined && { ignored }),
    ...(spec.imports !== undefined && { imports: true }),
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

const textSpec = createPlainSpec({
  id: "text",
  title: "plain text",
  targets: [],
  source: "https://github.com/charmbracelet/crush/blob/main/internal/agent/prompt/prompt.go",
});

/**
 * Creates the codec of a directory of another tool whose files are read as plain text, with the front matter.
 *
 * @param accepts whether a file is read, by its path in the directory. Default: every file.
 */
export function createTextCodec(accepts: (path: string) => boolean = () => true): RuleCodec {
  return createPlainCodec({ spec: textSpec, extensions: [".mdc", ".md"], accepts });
}
