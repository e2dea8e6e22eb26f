import type { ReaderState } from "../state/reader-state.ts";
import { joinPath } from "../join-path.ts";

/** Changes the working directory as `cd`, `pushd` and `popd` do. Other programs change nothing. */
export function changeDirectory(state: ReaderState, program: string, words: readonly string[]): void {
  if (program === "popd") {
    state.directory = state.pushed.pop();
    return;
  }
  if (program !== "cd" && program !== "pushd" && program !== "chdir") return;
  const target = words.find((word) => !/^-./.test(word)) ?? "~";
  if (program === "pushd") state.pushed.push(state.directory);
  // The previous directory is not known.
  state.directory = target === "-" ? undefined : { path: joinPath(state.directory?.path ?? "", target), isCertain: true };
}

/** Options of programs that name the directory in which they work. */
const directoryOptions: Readonly<Record<string, readonly string[]>> = {
  git: ["-C"],
  make: ["-C", "--directory"],
  gmake: ["-C", "--directory"],
  tar: ["-C", "--directory"],
  env: ["-C", "--chdir"],
  sudo: ["-D", "--chdir"],
  npm: ["--prefix", "-C"],
  pnpm: ["-C", "--dir"],
  yarn: ["--cwd"],
  uv: ["--directory"],
};

/** Returns the directory in which a program works, as its options say. Undefined if they do not. */
export function directoryOption(program: string, words: readonly string[]): string | undefined {
  const options = Object.hasOwn(directoryOptions, program) ? directoryOptions[program] : undefined;
  for (const [at, word] of words.entries()) {
    const option = options?.find(
      (one) => word === one || word.startsWith(`${one}=`) || (one.length === 2 && word.startsWith(one)),
    );
    if (option !== undefined) return word === option ? words[at + 1] : word.slice(option.length).replace(/^=/, "");
  }
  return undefined;
}
