import type { FidelityNote, Rule, RuleCodec } from "@precept/core";
import { dialects } from "@precept/mdc-compat";
import type { DraftFile } from "./compose-file.ts";
import { printOnce } from "./print-once.ts";

export interface RuleOutput {
  readonly path: string;
  readonly codec: RuleCodec;
  /** The rule to print, which can differ from the original. */
  readonly rule: Rule;
  /** The rule to print if the file has other rules too, which then has no text of an imported file. Default: `rule`. */
  readonly joined?: Rule;
  /** The codec of the file if it has other rules too, which a tool reads through a link. Default: `codec`. */
  readonly joinedCodec?: RuleCodec;
  readonly preserved: DraftFile["preserved"];
  /** What the references of the rule lose in the file. */
  readonly notes?: readonly FidelityNote[];
  /** The end of the text, which the file does not have because its tool would not read it. Default: the text is whole. */
  readonly rest?: string;
  /** Whether the file was imported with other conditions than the rule has, which it keeps. Default false. */
  readonly ownConditions?: boolean;
}

type PrintableOutput = Pick<RuleOutput, "codec" | "rule" | "notes"> & Partial<Pick<RuleOutput, "preserved">>;

/** The notes of printed files. */
const known = new WeakMap<PrintableOutput, readonly { readonly codec: RuleCodec; readonly notes: readonly FidelityNote[] }[]>();

/** Lists what the printed file loses, apart from limits. An imported file whose rule did not change loses nothing. */
export function findNotes(output: PrintableOutput): readonly FidelityNote[] {
  return findNotesFor(output, output.codec);
}

/** Lists what a file loses for a tool that reads it with a codec. */
export function findNotesFor(output: PrintableOutput, codec: RuleCodec): readonly FidelityNote[] {
  const printed = known.get(output) ?? [];
  const before = printed.find((one) => one.codec === codec);
  if (before !== undefined) return before.notes;
  const notes = print(output, codec);
  known.set(output, [...printed, { codec, notes }]);
  return notes;
}

function print({ rule, preserved, notes: others = [] }: PrintableOutput, codec: RuleCodec): readonly FidelityNote[] {
  const original = preserved?.head === undefined ? undefined : preserved.head + rule.content;
  const { text, notes } = printOnce(rule.targets.length === 0 ? rule : { ...rule, targets: [] }, codec, original);
  return text === original ? others : [...notes.filter(({ message }) => !limitMessages.has(message)), ...others];
}

export function isExact(output: PrintableOutput): boolean {
  return !findNotes(output).some(changesMeaning);
}

export function changesMeaning({ kind }: FidelityNote): boolean {
  return kind === "meaning";
}

export function withoutRepetition(notes: readonly FidelityNote[]): readonly FidelityNote[] {
  return notes.filter(({ message }, index) => notes.findIndex((other) => other.message === message) === index);
}

const limitMessages: ReadonlySet<string> = new Set(
  dialects.flatMap(({ formats, output }) =>
    [output.spec, ...formats.map(({ spec }) => spec)].flatMap(({ limits }) => limits.map(({ description }) => description)),
  ),
);
