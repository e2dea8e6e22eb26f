import { expandBraces } from "@precept/core";
import type { Word, WordPart } from "unbash";
import { commandLimits } from "../parsed-command.ts";
import type { ReaderState } from "../state/reader-state.ts";
import { stepsOfNode } from "../state/reading-limits.ts";
import { insertPart, nameOf, type Inserted, type SubstitutionReader } from "./insert-part.ts";

/**
 * Expands a word of a command as a shell does: removes quotes, inserts variables that the text sets and substitutions
 * with certain output, splits at `$IFS` and at blanks in unquoted values, and expands braces.
 */
export function expandWord(word: Word, state: ReaderState, read: SubstitutionReader): readonly string[] {
  // The parser reads a word when its parts are needed, and each level of nested substitutions again.
  state.limits.spend(stepsOfNode + word.end - word.pos);
  state.limits.spend(stepsOfNesting(word.text));
  const { parts } = word;
  if (parts === undefined) return [word.value];
  const fields: string[] = [""];
  let hasText = false;
  let hasBraces = false;
  const append = ({ text, splits }: Inserted): void => {
    const separate = splits ? state.variables.splitFields(text) : [text];
    fields.push((fields.pop() ?? "") + (separate[0] ?? ""));
    for (const one of separate.slice(1)) fields.push(one);
    hasText ||= text.trim() !== "" || !splits;
  };
  const expand = (inner: Word): string => expandWord(inner, state, read).join(" ");
  let afterSeparator = false;
  for (const [at, part] of parts.entries()) {
    if (isEmptyParameter(part, parts[at - 1], parts[at + 1], state)) continue;
    hasBraces ||= part.type === "BraceExpansion";
    // `$IFS$9`: the unset parameter only ends the name of the variable.
    if (afterSeparator && part.type === "SimpleExpansion" && /^\$\d$/.test(part.text)) continue;
    afterSeparator = (part.type === "SimpleExpansion" || part.type === "ParameterExpansion") && nameOf(part) === "IFS";
    for (const inserted of insertPart(part, { state, read, expand })) append(inserted);
  }
  const filled = fields.filter((field) => field !== "" || (fields.length === 1 && hasText));
  return hasBraces ? filled.flatMap((field) => expandField(field, state)) : filled;
}

/**
 * Whether an unset parameter or variable only interrupts a word: `r$@m`, `-r$1f`, `.e${x}nv`. The names of variables that
 * a shell inherits have upper-case letters.
 */
function isEmptyParameter(
  part: WordPart,
  before: WordPart | undefined,
  after: WordPart | undefined,
  state: ReaderState,
): boolean {
  if (part.type !== "SimpleExpansion" && part.type !== "ParameterExpansion") return false;
  if (part.type === "ParameterExpansion" && part.operation !== undefined) return false;
  const name = nameOf(part);
  if (
    !/^(?:[@*1-9]|[a-z_][a-z0-9_]*)$/.test(name) ||
    state.variables.isAssigned(name) ||
    state.variables.valueOf(name) !== undefined
  )
    return false;
  const continues = after?.type === "Literal" && /^\w/.test(after.value);
  return before?.type === "Literal" && /[\w-]$/.test(before.value) && continues;
}

/** Replaces a range of letters with an alternative of them: `{a..c}` with `{a,b,c}`, and `{m..m}` with `m`. */
function listLetters(field: string): string {
  return field.replace(/\{([a-z])\.\.([a-z])\}/gi, (_, first: string, last: string) => {
    const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
    const step = from <= to ? 1 : -1;
    const letters = Array.from({ length: Math.abs(to - from) + 1 }, (__, at) => String.fromCharCode(from + step * at));
    return letters.length === 1 ? first : `{${letters.join(",")}}`;
  });
}

function expandField(field: string, state: ReaderState): readonly string[] {
  const expanded = expandBraces(listLetters(field), commandLimits.braceWords, false);
  if (expanded !== undefined) return expanded;
  state.limits.reportIncomplete(`the braces of a word expand to more than ${commandLimits.braceWords} words`);
  return [field];
}

/** The minimum length of a word whose nesting counts, in UTF-16 code units. */
const longWord = 500;

/** Returns the extra steps for nested `${`: the parser reads a word again for each level, up to 256. */
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
