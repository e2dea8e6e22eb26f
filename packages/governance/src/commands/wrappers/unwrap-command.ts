import type { InnerRun } from "./wrapper-spec.ts";
import { unwrapBySpec } from "./unwrap-by-spec.ts";
import { programNameOf } from "../program-name.ts";
import { unknownRunner } from "./runners.ts";
import { wrapperSpecOf } from "./wrappers.ts";

/** Returns the commands that a command runs, by the table of wrappers. @param words begin with the program. */
export function unwrapCommand(program: string, words: readonly string[]): readonly InnerRun[] {
  if (program === "find" || program === "fd" || program === "fdfind") return unwrapFind(words);
  if (program === "command" && /^-[vV]+$/.test(words[1] ?? "")) return [];
  if (program === "trap") return unwrapTrap(words);
  if (/^cmd$/i.test(program)) return unwrapCmd(words);
  const spec = wrapperSpecOf(program);
  if (spec !== undefined) return unwrapBySpec(spec, words);
  const unknown = words.includes("--") ? unknownRunner(program) : undefined;
  return unknown === undefined ? [] : unwrapBySpec(unknown, words).filter((run) => startsProgram(words, run));
}

/** Whether the words of a run begin with a program that is certainly one: `rm`, a shell, or a program that runs another one. */
function startsProgram(words: readonly string[], run: InnerRun): boolean {
  if (run.kind !== "words" || run.to - run.from < 2) return false;
  const name = programNameOf(words[run.from] ?? "");
  return name === "rm" || wrapperSpecOf(name) !== undefined;
}

/** `trap text SIGNAL` runs its first word. */
function unwrapTrap(words: readonly string[]): readonly InnerRun[] {
  const at = words[1] === "--" ? 2 : 1;
  return at >= words.length || words[at]?.startsWith("-") === true ? [] : [{ kind: "text", from: at, to: at + 1 }];
}

/** `cmd /c` runs the rest of its words. */
function unwrapCmd(words: readonly string[]): readonly InnerRun[] {
  const at = words.findIndex((word) => /^\/[ckr]$/i.test(word));
  return at === -1 ? [] : [{ kind: "text", from: at + 1, to: words.length }];
}

const findActions: ReadonlySet<string> = new Set(["-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"]);

/** Each action of `find` and `fd` runs the words up to `;` or `+`. */
function unwrapFind(words: readonly string[]): readonly InnerRun[] {
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
 * Returns the paths that replace `{}` in the commands of `find`: where it starts, or a file there if it looks for one
 * name. None if it only finds certain other files.
 */
export function startsOfFind(words: readonly string[]): readonly string[] {
  const tests = words.filter((word) => findTests.test(word));
  const name = tests.length === 1 ? words[words.indexOf("-name") + 1] : undefined;
  const isName = words.includes("-name") && name !== undefined && !/[*?[]/.test(name);
  if (tests.length > 0 && !isName) return [];
  const from = words.findIndex((word) => !/^-(?:[HLPXEdsx]|O\d)$/.test(word));
  const to = words.findIndex((word, at) => at >= from && /^[-(!]/.test(word));
  const starts = from === -1 ? [] : words.slice(from, to === -1 ? words.length : to);
  return isName ? starts.map((start) => `${start}/${name}`) : starts;
}
