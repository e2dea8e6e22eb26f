import type { FidelityNote, Rule, RuleCodec } from "@precept/core";
import { dialects } from "@precept/mdc-compat";
import type { DraftFile } from "./draft-file.ts";

/** A rule and the file to print it to. */
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
  /** Whether the file was imported with other conditions than those of the rule, which it retains. Default false. */
  readonly ownConditions?: boolean;
}

type PrintableOutput = Pick<RuleOutput, "codec" | "rule" | "preserved" | "notes">;

/** Printing a file takes most of the time of an export, and is asked for several times: to choose the file, to write it, to report what it loses. */
const known = new WeakMap<PrintableOutput, readonly FidelityNote[]>();

/** Lists what the printed file loses. An imported file whose rule did not change loses nothing. Limits are checked for whole files, not here. */
export function findNotes(output: PrintableOutput): readonly FidelityNote[] {
  const notes = known.get(output) ?? print(output);
  known.set(output, notes);
  return notes;
}

function print({ codec, rule, preserved: { head }, notes: others = [] }: PrintableOutput): readonly FidelityNote[] {
  const original = head === undefined ? undefined : head + rule.content;
  const { text, notes } = codec.print({ ...rule, targets: [] }, original);
  return text === original ? others : [...notes.filter(({ message }) => !limitMessages.has(message)), ...others];
}

/** Whether the printed file means the same as the rule. */
export function isExact(output: PrintableOutput): boolean {
  return findNotes(output).every(({ kind }) => kind !== "meaning");
}

const limitMessages: ReadonlySet<string> = new Set(
  dialects.flatMap(({ formats, output }) =>
    [output.spec, ...formats.map(({ spec }) => spec)].flatMap(({ limits }) => limits.map(({ description }) => description)),
  ),
);
