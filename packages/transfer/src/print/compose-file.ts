import type { Dialect } from "@precept/mdc-compat";
import { detectLineBreak, type Rule, type RuleCodec } from "@precept/core";
import type { LedgerEntry, LedgerSection } from "../ledger/ledger.ts";
import { printOnce } from "./print-once.ts";
import { joinSections, nameSections, toOneLine, trimSection } from "./sections.ts";

export interface DraftFile {
  readonly path: string;
  readonly targets: readonly Dialect[];
  readonly codec: RuleCodec;
  /** The rules to print, in order. More than one only if the target has one file for all rules. */
  readonly rules: readonly Rule[];
  /** A file with further rules, which the tool reads through an import in this file. Default: none. */
  readonly imports?: ImportedFile;
  /** Data of an imported file that the ledger preserves. */
  readonly preserved: Pick<LedgerEntry, "head" | "fields">;
}

/** A file that another one in the same directory imports. */
interface ImportedFile {
  readonly path: string;
  /** The ids of its rules. */
  readonly rules: readonly string[];
}

/** Prints a file with one rule, or with a section for each of several rules. */
export function composeFile(file: DraftFile, original: string | undefined): string {
  const { codec, rules, imports } = file;
  if (imports !== undefined) {
    const line = `${printImport(imports.path)}\n`;
    return rules.length === 0 ? line : `${line}\n${joinSections(composeSections(file))}`;
  }
  const { head } = file.preserved;
  const [only] = rules;
  if (rules.length === 1 && only !== undefined) {
    if (head === undefined) {
      const { text: printed } = printOnce(only, codec);
      // Most files are as they would be written, so that there is nothing to preserve.
      return original === undefined || original === printed ? printed : codec.print(only, original).text;
    }
    // The ledger stores only the head of an imported file: the rest is the content of the rule.
    return codec.print(only, original ?? head + only.content).text;
  }
  const text = joinSections(composeSections(file));
  const first = rules.find(({ content }) => content.includes("\n"));
  return detectLineBreak(first?.content ?? "") === "\r\n" ? text.replaceAll("\n", "\r\n") : text;
}

/** Prints the line with which a file imports another one in its directory. */
export function printImport(path: string): string {
  return `@${path.slice(path.lastIndexOf("/") + 1)}`;
}

export interface ComposedSection extends Omit<LedgerSection, "sha256"> {
  readonly text: string;
}

export function composeSections({ codec, rules }: Pick<DraftFile, "codec" | "rules">): readonly ComposedSection[] {
  const names = nameSections(rules.map(({ name }) => name));
  return rules.map((rule, at) => {
    const heading = findAddedHeading(rule);
    return {
      rule: rule.id,
      name: names[at] ?? rule.name,
      text: printSection(rule, codec, heading),
      ...(heading !== undefined && { heading }),
    };
  });
}

/** Prints the text of a section as `splitSections` returns it. */
export function printSection(rule: Rule, codec: RuleCodec, heading: string | undefined): string {
  const text = trimSection(codec.print({ ...rule, targets: [] }).text);
  return heading === undefined ? text : trimSection(`${heading}\n\n${text}`);
}

/** Returns the name of the rule as a heading, unless the rule starts with one. */
function findAddedHeading({ name, content }: Rule): string | undefined {
  return /^\s*#{1,6}\s/.test(content) ? undefined : `## ${toOneLine(name)}`;
}
