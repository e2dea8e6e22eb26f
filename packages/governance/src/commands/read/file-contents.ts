import type { CommandRedirect } from "../parsed-command.ts";
import type { ReaderState } from "../state/reader-state.ts";

/** Programs whose output is the text of their files, or a part of it, and how many of their first operands are no files. */
const printers: Readonly<Record<string, number>> = {
  cat: 0,
  head: 0,
  tail: 0,
  tac: 0,
  grep: 1,
  egrep: 1,
  sed: 1,
  awk: 1,
  tr: 2,
  tee: 0,
  envsubst: 0,
  dos2unix: 0,
};

export function printsFiles(program: string): boolean {
  return Object.hasOwn(printers, program);
}

/** Returns the files that a command reads as its input: `< file`, or what is piped into it. */
export function inputFilesOf(redirects: readonly CommandRedirect[], piped: readonly string[]): readonly string[] {
  const own = redirects.flatMap(({ operator, target }) => (operator === "<" ? [target] : []));
  return own.length > 0 ? own : piped;
}

/** Returns the files whose text a command prints, or a part of it. @param inputs the files that it reads as its input. */
export function printedFilesOf(program: string, words: readonly string[], inputs: readonly string[]): readonly string[] {
  const others = Object.hasOwn(printers, program) ? printers[program] : undefined;
  if (others === undefined) return program === "" ? inputs : [];
  const files = words.filter((word) => !word.startsWith("-")).slice(others);
  return files.length > 0 ? files : inputs;
}

/** Records the files that `cp`, `mv`, `ln`, `rsync` and `dd` create. */
export function copyFiles({ files, directory }: ReaderState, program: string, words: readonly string[]): void {
  if (program === "dd") {
    const [from, to] = ["if=", "of="].map((key) => words.find((word) => word.startsWith(key))?.slice(key.length));
    if (from !== undefined && to !== undefined) files.copy(directory?.path, [from], to);
  }
  if (!/^(?:cp|mv|ln|install|rsync)$/.test(program)) return;
  const [from, to, ...more] = words.filter((word) => !word.startsWith("-"));
  if (from !== undefined && to !== undefined && more.length === 0) files.copy(directory?.path, [from], to);
}

/** The short option that names the file, which can end a group of options. `curl -O` has no value, and `wget -o` names a log. */
const outputOption: Readonly<Record<string, string>> = { curl: "o", wget: "O", aria2c: "o" };

/** Stands for the text that a download prints, as if it were a file. */
export const downloadedText = "$(download)";

/** Whether a program prints what it downloads, if it creates no file. */
export function printsDownload(program: string, words: readonly string[]): boolean {
  if (program === "wget") return words.some((word) => /^-[a-z]*O-?$|^--output-document=-$/.test(word));
  return /^(?:curl|https?|xh)$/.test(program);
}

/** Returns the files that `curl` and `wget` create. */
export function downloadsOf(program: string, words: readonly string[], redirects: readonly CommandRedirect[]): readonly string[] {
  const option = Object.hasOwn(outputOption, program) ? outputOption[program] : undefined;
  if (option === undefined) return [];
  const written = redirects.flatMap(({ operator, target }) => (operator.includes(">") && operator !== ">&" ? [target] : []));
  const withValue = new RegExp(`^(?:--(?:output(?:-document)?|out)=|-[a-zA-Z]*?${option})(.+)$`);
  const beforeValue = new RegExp(`^(?:--(?:output(?:-document)?|out)|-[a-zA-Z]*${option})$`);
  const named = words.flatMap((word, at) => {
    if (beforeValue.test(words[at - 1] ?? "") && !/^-|:\/\//.test(word)) return [word];
    return beforeValue.test(word) ? [] : (withValue.exec(word)?.[1] ?? []);
  });
  const isNamed = named.length > 0 || written.length > 0;
  const takesName = program !== "curl" || words.some((word) => /^(?:--remote-name(?:-all)?|-[a-zA-Z]*O[a-zA-Z]*)$/.test(word));
  const own = isNamed || !takesName ? [] : words.flatMap((word) => /:\/\/[^\s?#]*\/([^/?#]+)/.exec(word)?.[1] ?? []);
  return [...written, ...named, ...own];
}
