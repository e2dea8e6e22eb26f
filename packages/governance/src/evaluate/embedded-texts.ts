import type { TextRange } from "../commands/parsed-command.ts";
import type { PatternSource } from "../model/policy.ts";
import { writeHiddenCommands } from "../commands/printed/write-commands.ts";
import { subjectKindOf, type Subject } from "../model/subject.ts";
import { notRun, type PatternBatch, type PatternMatch, type PatternOutcome } from "./pattern-runner.ts";
import type { SubjectCommands } from "./subject-commands.ts";

/**
 * A text that a command runs, such as the code after `python -c` or a decoded script, or commands whose words are not
 * written literally. Patterns search it too.
 */
export interface EmbeddedText {
  readonly text: string;
  /** The location of the word with the text in the subject. */
  readonly location: TextRange;
}

export interface EmbeddedOutcomes extends EmbeddedText {
  readonly outcomes: ReadonlyMap<PatternSource, PatternOutcome>;
}

/** Only so many texts are searched. If a command has more, patterns that are not found are indeterminate. */
export const maxEmbeddedTexts = 50;

/** Returns the distinct embedded texts of a command, at most {@link maxEmbeddedTexts} plus one. */
export function embeddedTextsOf(subject: Subject, commands: SubjectCommands): readonly EmbeddedText[] {
  if (subjectKindOf(subject) !== "command" || !(commands.mayRunCode || commands.hidesWords)) return [];
  const byText = new Map<string, EmbeddedText>();
  const written = writeHiddenCommands(commands.parsed, subject.text);
  for (const { code, location } of [...commands.parsed.code, ...written.map(({ text, ...rest }) => ({ code: text, ...rest }))]) {
    if (byText.size > maxEmbeddedTexts) break;
    if (code !== subject.text && !byText.has(code)) byText.set(code, { text: code, location });
  }
  return [...byText.values()];
}

/** Adds patterns on the first {@link maxEmbeddedTexts} texts to a batch. Returns a function that returns their outcomes. */
export function addEmbedded(
  batch: PatternBatch,
  patterns: readonly PatternSource[],
  texts: readonly EmbeddedText[],
): () => readonly EmbeddedOutcomes[] {
  const run = patterns.length === 0 ? [] : texts.slice(0, maxEmbeddedTexts);
  const outcomesOf = batch.add(run.flatMap(({ text }) => patterns.map((pattern) => ({ pattern, text }))));
  return () => {
    const results = outcomesOf();
    return run.map((embedded, at) => {
      const first = at * patterns.length;
      const outcomes = patterns.map((pattern, index) => [pattern, results[first + index] ?? notRun] as const);
      return { ...embedded, outcomes: new Map(outcomes) };
    });
  };
}

/** Moves a match in an embedded text to the word that contains the text. */
export function toSubjectMatch({ groups }: PatternMatch, { start, end }: TextRange, text: string): PatternMatch {
  return { index: start, text: text.slice(start, end), groups, isEmbedded: true };
}
