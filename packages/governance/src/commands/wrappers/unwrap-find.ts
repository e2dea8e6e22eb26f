import type { InnerRun } from "./wrapper-spec.ts";

const findActions: ReadonlySet<string> = new Set(["-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"]);

/** Returns what `find` and `fd` run: each action runs the words up to `;` or `+`. */
export function unwrapFind(words: readonly string[]): readonly InnerRun[] {
  const runs: InnerRun[] = [];
  for (let at = 1; at < words.length; at += 1) {
    if (!findActions.has(words[at] ?? "")) continue;
    let end = at + 1;
    while (end < words.length && words[end] !== ";" && !(words[end] === "+" && words[end - 1] === "{}")) end += 1;
    if (end > at + 1) runs.push({ kind: "words", from: at + 1, to: end });
    at = end;
  }
  return runs;
}

const findTests = /^-(?:i?name|i?path|i?regex|i?wholename|newer\w*|[acm](?:min|time)|size|user|group|empty|perm|inum)$/;

/**
 * Returns the paths at which a `find` starts, which stand for `{}` in its commands. None if it looks for certain files
 * only.
 */
export function startsOfFind(words: readonly string[]): readonly string[] {
  if (words.some((word) => findTests.test(word))) return [];
  const from = words.findIndex((word) => !/^-(?:[HLPXEdsx]|O\d)$/.test(word));
  const to = words.findIndex((word, at) => at >= from && /^[-(!]/.test(word));
  return from === -1 ? [] : words.slice(from, to === -1 ? words.length : to);
}
