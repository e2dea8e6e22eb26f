import { detectLineBreak, findReferences, type FidelityNote, type Rule } from "@precept/core";
import { escapeImports, findFileImports, hasImports, type FormatSpec, type ImportSpec } from "@precept/mdc-compat";
import { convertImports, replaceParts, type Replacement } from "./convert-references.ts";
import { chooseMarks, existsAt, hasMarker, markText, type ReadReference, type ReferenceTarget } from "./included-text.ts";
import { isOutside, relativeTo, resolveImport, resolveReference } from "./reference-path.ts";

export interface WrittenReferences {
  /** The rule to print. If the format has imports, words that it would import by mistake are escaped. */
  readonly rule: Rule;
  readonly notes: readonly FidelityNote[];
}

/** A reference, and its target: the path of its file in the project, or undefined if the file is outside of it. */
interface TargetedReference extends Omit<Replacement, "text"> {
  readonly path: string;
  readonly target: string | undefined;
}

interface WrittenReference extends TargetedReference, Replacement {
  /** Whether the text of the file is written. Default false. */
  readonly isInserted?: boolean;
  /** Why the text of the file is not written, as a clause. */
  readonly problem?: string;
}

/**
 * Writes the file references of a rule in the syntax of a format: as `@path` for a tool that imports files, as
 * `#[[file:path]]` for Kiro. For other tools, the texts of the files are inserted between `<!-- precept: file PATH -->`
 * and `<!-- precept: file end -->`. {@link readReferences} reverses it.
 *
 * A file that cannot be read, or is outside of the project, is never inserted: its reference stays, with a note.
 */
export function writeReferences(rule: Rule, target: ReferenceTarget): WrittenReferences {
  const { spec } = target;
  const native = toNative(rule, target);
  if (spec.id === "precept") return { rule: native, notes: [] };
  const references = findReferences(native.content).map((found) => ({ ...found, target: resolveReference(found.path, native) }));
  if (spec.imports !== undefined) return writeImports(native, references, target, spec.imports);
  const written = references.map((reference) => writeReference(reference, target, native.content));
  const content = replaceParts(native.content, written);
  const escaped = escapeForImporters(content, target);
  return {
    rule: { ...native, content: escaped },
    notes: [...reportWritten(written, spec), ...(escaped === content ? [] : [escapedForImporters])],
  };
}

const escapedForImporters: FidelityNote = {
  field: "content",
  kind: "lost",
  message: "Words that start with @ are put in backticks, because a tool that imports the file would replace them.",
};

/** Escapes the words that tools would replace in a text that they import. Tools that read it directly see backticks. */
function escapeForImporters(content: string, { path, importers = [], isImportRetained }: ReferenceTarget): string {
  return importers.reduce((text, imports) => {
    const isRetained = findFileImports(text, imports).some((found) => {
      const file = resolveImport(found.path, path);
      return file !== undefined && isImportRetained?.(file) === true;
    });
    // The tool gets a copy of a text with such an import, because it would import the file twice.
    return isRetained ? text : escapeImports(text, imports);
  }, content);
}

/** Returns a rule of another tool with native references instead of its imports. */
function toNative(rule: Rule, { readFile, hasRules }: ReferenceTarget): Rule {
  if (rule.origin.imports !== true) return rule;
  const { imports: _, ...origin } = rule.origin;
  return { ...rule, content: convertImports(rule, (path) => existsAt(readFile, path) && hasRules?.(path) !== true), origin };
}

function writeReference(reference: TargetedReference, { spec, readFile }: ReferenceTarget, content: string): WrittenReference {
  const { target } = reference;
  const file = target === undefined ? undefined : readFile(target);
  // The tool does not include what the file imports.
  const isComplete = file?.kind === "text" ? file.hasImports !== true : file?.isImportable !== false;
  if (spec.references === true && target !== undefined && isComplete) return { ...reference, text: `#[[file:${target}]]` };
  return insertText(reference, content, readFile);
}

/** Writes references as `@path`, or the text of the file if the tool would not read the word as this import. */
function writeImports(rule: Rule, references: readonly TargetedReference[], target: ReferenceTarget, imports: ImportSpec) {
  const { content } = rule;
  const inserted = new Set(references.filter((reference) => !canImport(reference, target)));
  for (;;) {
    const written = references.map((reference): WrittenReference =>
      inserted.has(reference)
        ? insertText(reference, content, target.readFile, (text) => escapeImports(text, imports))
        : { ...reference, text: printImport(target.path, reference.target ?? "") },
    );
    const { text, words, retained } = composeText(content, written, target, imports);
    const own = words.filter(({ at }) => written[at]?.isInserted !== true);
    const found = findFileImports(text, imports);
    const failed = own.filter(
      ({ start, end, at }) =>
        !found.some(
          (one) => one.start === start && one.end === end && resolveImport(one.path, target.path) === references[at]?.target,
        ),
    );
    // An unexpected import can only come from the neighbourhood of a word.
    const isUnexpected = found.length > own.length + retained;
    if (failed.length === 0 && (!isUnexpected || own.length === 0)) return toResult(rule, text, written, target, imports);
    for (const { at } of failed.length > 0 ? failed : own) {
      const reference = references[at];
      if (reference !== undefined) inserted.add(reference);
    }
  }
}

/** Whether the tool may import a file, and would load all of it: it does not include native references. */
function canImport({ target }: TargetedReference, { readFile }: ReferenceTarget): boolean {
  if (target === undefined) return false;
  const file = readFile(target);
  return file.kind === "text" ? file.hasReferences !== true : file.isImportable !== false;
}

function toResult(
  rule: Rule,
  content: string,
  written: readonly WrittenReference[],
  { spec }: ReferenceTarget,
  imports: ImportSpec,
): WrittenReferences {
  const isEscaped = replaceParts(rule.content, written) !== content && hasImports(rule.content, imports);
  const message = `Words that start with @ are put in backticks, because ${spec.title} would import files of that name.`;
  const escaped: readonly FidelityNote[] = isEscaped ? [{ field: "content", kind: "lost", message }] : [];
  return {
    rule: { ...rule, content, origin: { ...rule.origin, imports: true } },
    notes: [...reportWritten(written, spec), ...escaped],
  };
}

interface ComposedText {
  readonly text: string;
  /** The positions of the written references in the text, and in their list. */
  readonly words: readonly { readonly start: number; readonly end: number; readonly at: number }[];
  /** The number of imports of the text that stay. */
  readonly retained: number;
}

/** Writes references into a text. Escapes words that the tool would import, except imports that stay. */
function composeText(
  content: string,
  written: readonly WrittenReference[],
  { path: file, isImportRetained }: ReferenceTarget,
  imports: ImportSpec,
): ComposedText {
  // Numbers between marks stand for the texts that are not escaped.
  const unescaped: { readonly text: string; readonly at?: number }[] = [];
  const [open, close] = chooseMarks(content);
  const protect = (text: string, at?: number): string =>
    `${open}${unescaped.push({ text, ...(at !== undefined && { at }) }) - 1}${close}`;
  const marked = replaceParts(
    content,
    written.map(({ start, end, text }, at) => ({ start, end, text: text === undefined ? text : protect(text, at) })),
  );
  const retained = findFileImports(marked, imports).filter(({ path }) => {
    if (isOutside(path)) return imports.outside === true;
    const target = resolveImport(path, file);
    return target !== undefined && isImportRetained?.(target) === true;
  });
  const replacements = retained.map(({ start, end }) => ({ start, end, text: protect(marked.slice(start, end)) }));
  const [first = "", ...parts] = escapeImports(replaceParts(marked, replacements), imports).split(open);
  const words: ComposedText["words"][number][] = [];
  let text = first;
  for (const part of parts) {
    const end = part.indexOf(close);
    const { text: restored = "", at } = unescaped[Number(part.slice(0, end))] ?? {};
    if (at !== undefined) words.push({ start: text.length, end: text.length + restored.length, at });
    text += restored + part.slice(end + close.length);
  }
  return { text, words, retained: retained.length };
}

function printImport(file: string, target: string): string {
  return `@${relativeTo(file, target).replaceAll(" ", "\\ ")}`;
}

/**
 * Inserts the text of a referenced file, if it can be read.
 *
 * @param escape escapes what the tool would replace in the inserted text. Default: nothing.
 */
function insertText(
  reference: TargetedReference,
  content: string,
  readFile: ReadReference,
  escape: (text: string) => string = (text) => text,
): WrittenReference {
  const { path, target } = reference;
  if (target === undefined) return { ...reference, problem: "is outside of the project" };
  if (hasMarker(content)) return { ...reference, problem: "is in a text with a comment that marks inserted files" };
  const file = readFile(target);
  if (file.kind === "none") return { ...reference, problem: file.problem };
  const text = markText(path, escape(file.text), detectLineBreak(content));
  if (text === undefined) return { ...reference, problem: "has a path that a comment cannot contain" };
  return { ...reference, text, isInserted: true };
}

/** Reports which texts a file has in place of references, and which references stay. */
function reportWritten(written: readonly WrittenReference[], { title }: FormatSpec): readonly FidelityNote[] {
  const inserted = [...new Set(written.filter(({ isInserted }) => isInserted).map(({ path }) => path))];
  const messages = [
    ...(inserted.length === 0
      ? []
      : [`The text of ${inserted.join(", ")} is inserted, because ${title} does not include files there.`]),
    ...written.flatMap(({ path, problem }) =>
      problem === undefined ? [] : [`${path} ${problem}, so ${title} does not get its text.`],
    ),
  ];
  return messages.map((message) => ({ field: "content", kind: "lost", message }));
}
