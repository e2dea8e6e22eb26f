/** The maximum length of a run of letters, of white space or of other characters that is counted as a whole. */
export const maxRunLength = 256;

const beyond = maxRunLength + 1;

/** Matches texts that can have a longer run. The lookbehinds make the time linear. */
const longWord = new RegExp(`(?<!\\S)\\S{${beyond}}|(?<!\\s)\\s{${beyond}}`);

/** Creates a pattern of the runs that a tokenizer would process as one piece. Takes V8 most of a millisecond. */
function createPattern(): RegExp {
  return new RegExp(`[\\p{L}\\p{M}]{${beyond},}|\\s{${beyond},}|[^\\s\\p{L}\\p{M}\\p{N}]{${beyond},}`, "gu");
}

/**
 * Splits a text inside of runs that are longer than {@link maxRunLength}, without splitting surrogate pairs. The time
 * of byte pair encoding grows with the square of the length of a run: 100,000 Chinese characters without a break took a
 * minute. Nearly all texts have no such run and stay whole.
 */
export function splitLongRuns(text: string): readonly string[] {
  if (!longWord.test(text)) return [text];
  const parts: string[] = [];
  let start = 0;
  for (const { 0: run, index } of text.matchAll(createPattern())) {
    const end = index + run.length;
    for (let at = index + maxRunLength; at < end; at += maxRunLength) {
      if (isLowSurrogate(text.charCodeAt(at))) at -= 1;
      parts.push(text.slice(start, at));
      start = at;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
