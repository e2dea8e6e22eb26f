import { pushAll } from "@precept/core";
import type { AssignmentPrefix, Word } from "unbash";
import { expandWord } from "../words/expand-word.ts";
import type { CommandDraft } from "../state/command-draft.ts";
import { readSubstitution } from "./read-script.ts";
import { locate, type Field, type Origin, type ShellReader } from "./shell-reader.ts";

/** Expands a word. @param fed receives the commands of its substitutions. Default: they are dropped. */
export function expandFields(reader: ShellReader, word: Word, origin: Origin, fed: CommandDraft[] = []): Field[] {
  const range = locate(origin, word);
  const texts = expandWord(word, reader.state, (part) => {
    if (part.script === undefined) return undefined;
    const run = readSubstitution(reader, part, origin);
    pushAll(fed, run.drafts);
    // A shell can run the substitution as a file.
    const { files, directory } = reader.state;
    if (run.printed === undefined) files.copy(directory?.path, run.printedFiles ?? [], part.text);
    else if (part.type === "ProcessSubstitution") files.write(undefined, part.text, run.printed);
    return part.type === "CommandExpansion" ? run.printed : undefined;
  });
  const raw = origin.source.slice(word.pos, word.end);
  return texts.map((text) => {
    const at = origin.base === undefined || texts.length > 1 ? -1 : raw.indexOf(text);
    return { text, range, base: at === -1 || origin.base === undefined ? undefined : origin.base + word.pos + at };
  });
}

export function expandTexts(reader: ShellReader, word: Word, origin: Origin): readonly string[] {
  return expandFields(reader, word, origin).map(({ text }) => text);
}

/** Sets a variable. Returns the assignment without quotes. */
export function assignVariable(reader: ShellReader, { name, value, append }: AssignmentPrefix, origin: Origin): string {
  const { limits, variables } = reader.state;
  if (value.type === "ArrayValue") {
    const elements = value.elements.flatMap((element) => expandTexts(reader, element, origin));
    variables.setArray(name, append === true ? [...(variables.elementsOf(name) ?? []), ...elements] : elements);
    return `${name}=(${elements.join(" ")})`;
  }
  const text = expandTexts(reader, value, origin).join(" ");
  const stored = append === true ? (variables.valueOf(name) ?? "") + text : text;
  if (limits.canExpand(stored.length)) variables.set(name, stored);
  return `${name}${append === true ? "+=" : "="}${text}`;
}
