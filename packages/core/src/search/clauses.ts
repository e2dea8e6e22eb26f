/** A part of a prompt that is about one thing. */
export interface Clause {
  readonly text: string;
  /** How much its words count: 1, and less in code and quotations. */
  readonly weight: number;
}

/** Code, output and quotations mention much that the prompt does not ask for. */
const quotedWeight = 0.5;
/** How many clauses are read. The rest of a longer prompt is one clause. */
const maxClauses = 400;

const fence = /^ {0,3}(?:`{3,}|~{3,})/;
/** A quotation, a frame of a stack trace, a line of a diff or of a log with its time. */
const quotedLine =
  /^\s*(?:>|at .+[(:]\d+|File "|Traceback |Caused by:|@@ |[+-]{3} [ab]\/|\[?\d{4}-\d\d-\d\d[T ]\d\d:|goroutine \d|\$ )/;
const endOfSentence = /(?<=[.!?;:]) |(?<=[。？！；])/u;
/** Where a sentence begins to be about something else. Each part is a clause, and so is the sentence. */
const joint = /[,–—] | (?:and|but|because|so that|while|then|und|aber|weil|dann|et|mais|puis|y|pero) |(?<=[，、])/u;

/** Cuts a prompt into clauses and sentences. */
export function* readClauses(prompt: string): Iterable<Clause> {
  let count = 0;
  let rest = "";
  for (const { text, weight } of readBlocks(prompt)) {
    // One blank at a time, because expressions over runs of blanks take quadratic time.
    for (const sentence of text.replaceAll(/\s+/g, " ").split(endOfSentence)) {
      if (sentence.trim() === "") continue;
      if (count >= maxClauses) {
        rest += `${sentence} `;
        continue;
      }
      const parts = sentence.split(joint);
      count += 1;
      yield { text: sentence, weight };
      if (parts.length === 1) continue;
      for (const part of parts) {
        if (part.trim() === "") continue;
        count += 1;
        yield { text: part, weight };
      }
    }
  }
  if (rest !== "") yield { text: rest, weight: quotedWeight };
}

/** Joins the lines of a paragraph, since sentences continue in the next line, and separates code and quotations. */
function* readBlocks(prompt: string): Iterable<Clause> {
  let paragraph = "";
  let isCode = false;
  const end = function* (): Iterable<Clause> {
    if (paragraph !== "") yield { text: paragraph, weight: 1 };
    paragraph = "";
  };
  for (const line of prompt.split(/\r\n?|\n/)) {
    if (fence.test(line)) {
      isCode = !isCode;
      yield* end();
    } else if (isCode || quotedLine.test(line)) {
      yield* end();
      yield { text: line, weight: quotedWeight };
    } else if (line.trim() === "" || /^\s*(?:[-*•]|\d+[.)])\s/.test(line)) {
      yield* end();
      paragraph = line;
    } else paragraph = paragraph === "" ? line : `${paragraph} ${line}`;
  }
  yield* end();
}
