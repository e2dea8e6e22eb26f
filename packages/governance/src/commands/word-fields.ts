import { expandBraces } from "@precept/core";
import type { CommandExpansionPart, ParameterExpansionPart, ProcessSubstitutionPart, Word, WordPart } from "unbash";
import { commandLimits } from "./parsed-command.ts";
import { stepsOfNode, type ReaderState } from "./reader-state.ts";

/** The length from which the nesting of a word counts, in UTF-16 code units. */
const longWord = 500;

/** The further steps for `${` in `${`: the parser reads a word once more for each level, up to its limit of 256. */
function stepsOfNesting(text: string): number {
  if (text.length < longWord || !text.includes("${")) return 0;
  let depth = 0;
  let deepest = 0;
  for (const [part] of text.matchAll(/\$\{|\}/g)) {
    depth = part === "}" ? Math.max(0, depth - 1) : depth + 1;
    deepest = Math.max(deepest, depth);
  }
  return Math.floor((text.length * Math.min(deepest, 256)) / 6);
}

/** Reads a substitution in a word, and returns what it prints, if that is certain. */
export type SubstitutionReader = (part: CommandExpansionPart | ProcessSubstitutionPart) => string | undefined;

/** What replaces a part of a word. `splits`: blanks in it separate words. */
type Inserted = { readonly text: string; readonly splits: boolean };

/**
 * Expands a word of a command as a shell does: quotes removed, variables that the text sets and substitutions that print literal text
 * replaced, split at `$IFS` and at blanks in unquoted values, braces expanded.
 */
export function expandWord(word: Word, state: ReaderState, read: SubstitutionReader): readonly string[] {
  // The parser reads a word when its parts are needed: each level of nested substitutions once more.
  state.spend(stepsOfNode + word.end - word.pos);
  state.spend(stepsOfNesting(word.text));
  const { parts } = word;
  if (parts === undefined) return [word.value];
  const fields: string[] = [""];
  let hasText = false;
  let hasBraces = false;
  const append = ({ text, splits }: Inserted): void => {
    const separate = splits ? text.split(/[ \t\n]+/) : [text];
    fields.push((fields.pop() ?? "") + (separate[0] ?? ""));
    for (const one of separate.slice(1)) fields.push(one);
    hasText ||= text.trim() !== "" || !splits;
  };
  let afterSeparator = false;
  for (const [at, part] of parts.entries()) {
    if (isEmptyParameter(part, parts[at - 1], parts[at + 1], state)) continue;
    hasBraces ||= part.type === "BraceExpansion";
    // `$IFS$9`: the unset parameter only ends the name of the variable.
    if (afterSeparator && part.type === "SimpleExpansion" && /^\$\d$/.test(part.text)) continue;
    afterSeparator = (part.type === "SimpleExpansion" || part.type === "ParameterExpansion") && nameOf(part) === "IFS";
    for (const inserted of insert(part, state, read)) append(inserted);
  }
  const filled = fields.filter((field, at) => field !== "" || (fields.length === 1 && at === 0 && hasText));
  return hasBraces ? filled.flatMap((field) => expandField(field, state)) : filled;
}

/** Whether a parameter that is not set only interrupts a word: `r$@m`, `-r$1f`. */
function isEmptyParameter(
  part: WordPart,
  before: WordPart | undefined,
  after: WordPart | undefined,
  state: ReaderState,
): boolean {
  if (part.type !== "SimpleExpansion" && part.type !== "ParameterExpansion") return false;
  if (part.type === "ParameterExpansion" && part.operation !== undefined) return false;
  const name = nameOf(part);
  if (!/^[@*1-9]$/.test(name) || state.valueOf(name) !== undefined) return false;
  const continues = after?.type === "Literal" && /^\w/.test(after.value);
  return before?.type === "Literal" && /[\w-]$/.test(before.value) && continues;
}

function expandField(field: string, state: ReaderState): readonly string[] {
  const expanded = expandBraces(field, commandLimits.braceWords);
  if (expanded !== undefined) return expanded;
  state.reportIncomplete(`the braces of a word expand to more than ${commandLimits.braceWords} words`);
  return [field];
}

function* insert(part: WordPart, state: ReaderState, read: SubstitutionReader, quoted = false): Iterable<Inserted> {
  switch (part.type) {
    case "DoubleQuoted":
    case "LocaleString":
      yield { text: "", splits: false };
      for (const inner of part.parts) yield* insert(inner, state, read, true);
      return;
    case "SimpleExpansion":
    case "ParameterExpansion":
      yield insertVariable(part, state, read, quoted);
      return;
    case "CommandExpansion":
    case "ProcessSubstitution": {
      const printed = read(part);
      const value = printed === undefined || !state.canExpand(printed.length) ? undefined : printed.replace(/\n+$/, "");
      yield value === undefined ? { text: part.text, splits: false } : { text: value, splits: !quoted };
      return;
    }
    case "SingleQuoted":
    case "AnsiCQuoted":
      yield { text: part.value, splits: false };
      return;
    case "Literal":
      yield { text: part.value, splits: false };
      return;
    case "Glob":
    case "ArithmeticExpansion":
    case "ExtendedGlob":
    case "BraceExpansion":
      yield { text: part.text, splits: false };
      return;
    default:
      part satisfies never;
  }
}

type VariablePart = Extract<WordPart, { readonly type: "SimpleExpansion" | "ParameterExpansion" }>;

function nameOf(part: VariablePart): string {
  return part.type === "SimpleExpansion" ? part.text.slice(1) : part.parameter;
}

function insertVariable(part: VariablePart, state: ReaderState, read: SubstitutionReader, quoted: boolean): Inserted {
  const name = nameOf(part);
  if (name === "IFS") return { text: " ", splits: !quoted };
  const value = part.type === "SimpleExpansion" ? state.valueOf(name) : valueOf(part, state, read);
  if (value === undefined || !state.canExpand(value.length)) return { text: part.text, splits: false };
  const isList = name === "@" || (part.type === "ParameterExpansion" && part.index?.value === "@");
  return { text: value, splits: !quoted || isList };
}

function elementOf(name: string, index: string, state: ReaderState): string | undefined {
  const elements = state.arrays.get(name);
  return index === "@" || index === "*" ? elements?.join(" ") : elements?.[Number(index)];
}

/** The value of `${name}` with the operations whose result the text determines: a default, a part, a replacement, another case. */
function valueOf(part: ParameterExpansionPart, state: ReaderState, read: SubstitutionReader): string | undefined {
  const { operation, prefix, parameter } = part;
  if (part.index !== undefined)
    return prefix === undefined && operation === undefined ? elementOf(parameter, part.index.value, state) : undefined;
  const stored = state.valueOf(parameter);
  const value = prefix === "!" && stored !== undefined ? state.valueOf(stored) : stored;
  if (prefix === "#") return undefined;
  const expand = (word: Word): string => expandWord(word, state, read).join(" ");
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the values of other operations are unknown
  switch (operation?.type) {
    case undefined:
      return value;
    case "Default": {
      const usesDefault = operation.operator.endsWith("+") ? value !== undefined : value === undefined;
      return usesDefault ? expand(operation.operand) : operation.operator.endsWith("+") ? "" : value;
    }
    case "Slice": {
      const from = Number(operation.offset.value.trim());
      const count = operation.length === undefined ? Infinity : Number(operation.length.value.trim());
      return value === undefined || Number.isNaN(from) || Number.isNaN(count) || count < 0
        ? undefined
        : value.slice(from).slice(0, count);
    }
    case "Replace": {
      const pattern = expand(operation.pattern);
      if (value === undefined || /[*?[\\]/.test(pattern) || pattern === "") return undefined;
      const replacement = expand(operation.replacement);
      return operation.operator === "//"
        ? value.replaceAll(pattern, () => replacement)
        : value.replace(pattern, () => replacement);
    }
    case "CaseModification":
      return value === undefined ? undefined : changeCase(value, operation.operator);
    default:
      return undefined;
  }
}

function changeCase(value: string, operator: "^" | "^^" | "," | ",,"): string {
  const change = (text: string): string => (operator.startsWith("^") ? text.toUpperCase() : text.toLowerCase());
  return operator.length === 2 ? change(value) : change(value.slice(0, 1)) + value.slice(1);
}
