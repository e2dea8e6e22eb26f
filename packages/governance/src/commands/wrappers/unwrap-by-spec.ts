import type { InnerRun, WrapperSpec } from "./wrapper-spec.ts";

const maxFlagsBeforeText = 8;

const assignment = /^[A-Za-z_]\w*=/;

/** Returns the commands that a command runs, by the spec of its program. @param words begin with the program. */
export function unwrapBySpec(spec: WrapperSpec, words: readonly string[]): readonly InnerRun[] {
  const { operands = 0, subcommands } = spec;
  const [valueFlags = [], textFlags = [], restFlags = []] = [
    spec.valueFlags?.split(" "),
    spec.textFlags?.split(" "),
    spec.restFlags?.split(" "),
  ];
  const runs: InnerRun[] = [];
  const leading: string[] = [];
  let remaining = operands;
  let needsSubcommand = subcommands !== undefined;
  let readsFlags = true;
  let at = 1;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (readsFlags && restFlags.includes(word) && !needsSubcommand) return runs.concat(restAfter(words, at));
    if (readsFlags && word === "--") {
      readsFlags = false;
      if (subcommands === undefined || needsSubcommand) continue;
      at += 1;
      // `kubectl exec $pod -- command`, whose operand may be unknown, and `docker exec -- container command`.
      if (remaining > 0) runs.push({ kind: "words", from: at + remaining, to: words.length });
      break;
    }
    const text = readsFlags ? textAt(words, at, textFlags) : undefined;
    if (text !== undefined) {
      runs.push(text.run);
      at = text.last;
    } else if (readsFlags && word.startsWith("-")) {
      if (takesNextWord(word, valueFlags)) at += 1;
    } else if (needsSubcommand) {
      leading.push(word);
      if (subcommands?.includes(leading.join(" ")) === true) needsSubcommand = false;
      // `docker compose -f file exec` has two leading words, all other commands have one.
      else if (leading.length > 2 || subcommands?.some((one) => one.startsWith(`${leading.join(" ")} `)) !== true) return runs;
    } else if (assignment.test(word) && subcommands === undefined && spec.joinsWords !== true) {
      continue;
    } else if (spec.eachWord === true) {
      runs.push({ kind: "text", from: at, to: at + 1 });
    } else if (remaining > 0 || spec.onlyText === true) {
      remaining -= 1;
    } else {
      break;
    }
  }
  if (spec.onlyText === true || needsSubcommand || at >= words.length) return runs;
  if (spec.until?.includes(words[at] ?? "") === true) {
    // Without a command, the arguments of `parallel` are commands.
    return [...runs, ...words.slice(at + 1).map((_, index) => ({ kind: "part" as const, at: at + 1 + index, offset: 0 }))];
  }
  const end =
    spec.until === undefined ? -1 : words.findIndex((word, index) => index >= at && spec.until?.includes(word) === true);
  return [...runs, { kind: spec.joinsWords === true ? "text" : "words", from: at, to: end === -1 ? words.length : end }];
}

/** The words after a flag: a command, or one word that is a shell text. */
function restAfter(words: readonly string[], at: number): readonly InnerRun[] {
  const range = { from: at + 1, to: words.length };
  if (range.from >= range.to) return [];
  const isText = range.to - range.from === 1 && /\s/.test(words[range.from] ?? "");
  return [{ kind: isText ? "text" : "words", ...range }];
}

/** Whether the value of an option is the next word: `-u root`, and the end of combined options, `-Eu root`. */
function takesNextWord(word: string, valueFlags: readonly string[]): boolean {
  if (valueFlags.includes(word)) return true;
  if (!/^-[A-Za-z]{2,}$/.test(word)) return false;
  const at = word
    .slice(1)
    .split("")
    .findIndex((letter) => valueFlags.includes(`-${letter}`));
  return at !== -1 && at === word.length - 2;
}

/** The shell text of `-c text`, also in combined flags (`-lc text`), and of `--command=text`. */
function textAt(
  words: readonly string[],
  at: number,
  flags: readonly string[],
): { readonly run: InnerRun; readonly last: number } | undefined {
  const word = words[at] ?? "";
  for (const flag of flags) {
    const isShort = flag.length === 2;
    if (word === flag || (isShort && /^-[A-Za-z]+$/.test(word) && word.endsWith(flag.slice(1)))) {
      // Shells accept further flags between `-c` and its text.
      const last = at + (isShort ? maxFlagsBeforeText : 0);
      let text = at + 1;
      while (text < last && /^[-+][A-Za-z-]+$/.test(words[text] ?? "")) text += 1;
      return text < words.length ? { run: { kind: "text", from: text, to: text + 1 }, last: text } : undefined;
    }
    if (!isShort && word.startsWith(`${flag}=`)) return { run: { kind: "part", at, offset: flag.length + 1 }, last: at };
    // Also after other letters: `env -vS'text'`.
    const letter = isShort && /[\s;|&]/.test(word) && /^-[A-Za-z]/.test(word) ? word.slice(0, 5).indexOf(flag.slice(1)) : -1;
    if (letter > 0) return { run: { kind: "part", at, offset: letter + 1 }, last: at };
  }
  return undefined;
}
