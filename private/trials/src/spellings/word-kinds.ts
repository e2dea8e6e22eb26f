import { escapeWord, quoteWord } from "@precept/agent-actions";
import { plainCommand, plainWord, type WordKind } from "./spelling.ts";

/** Where a word is divided. */
const middle = (word: string): number => Math.ceil(word.length / 2);
const first = (word: string): string => word.slice(0, middle(word));
const rest = (word: string): string => word.slice(middle(word));

/** Spells each word of two characters or more. */
const each =
  (spell: (word: string) => string): WordKind =>
  (words) =>
    words.map((word) => (word.length > 1 ? spell(word) : plainWord(word))).join(" ");

/** Spells the program, and quotes the operands only where that is necessary. @param before a text before the command. */
const program =
  (spell: (name: string) => string, before: (name: string) => string = () => ""): WordKind =>
  ([name = "", ...operands]) =>
    `${before(name)}${[spell(name), ...operands.map(plainWord)].join(" ")}`;

/** Spells the last word. Does not apply to one that needs quotes. */
const last =
  (spell: (word: string) => string | undefined, before: (word: string) => string = () => ""): WordKind =>
  (words) => {
    const word = words.at(-1) ?? "";
    const spelled = words.length < 2 || plainWord(word) !== word || word.length < 3 ? undefined : spell(word);
    return spelled === undefined ? undefined : `${before(word)}${plainCommand(words.slice(0, -1))} ${spelled}`;
  };

/** Spells words that `change` finds, and does not apply if there are none. */
const some =
  (change: (word: string) => string): WordKind =>
  (words) => {
    const spelled = words.map((word, at) => (at === 0 || plainWord(word) !== word ? plainWord(word) : change(word)));
    return spelled.join(" ") === plainCommand(words) ? undefined : spelled.join(" ");
  };

const digits = (text: string, base: number, width: number, prefix: string): string =>
  Array.from(text, (letter) => prefix + letter.charCodeAt(0).toString(base).padStart(width, "0")).join("");
const swapCase = (text: string): string => text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
const isPlain = (words: readonly string[]): boolean => words.every((word) => plainWord(word) === word);
/** Applies only to words that need no quotes. */
const ifPlain =
  (spell: WordKind): WordKind =>
  (words) =>
    isPlain(words) ? spell(words) : undefined;

/** Ways to write words, by name. */
export const wordKinds: Readonly<Record<string, WordKind>> = {
  "single quotes": each(quoteWord),
  "double quotes": each((word) => `"${word}"`),
  "quotes around one letter": each((word) => `${quoteWord(word.slice(0, 1))}${plainWord(word.slice(1))}`),
  "alternating quotes": each((word) => `'${first(word)}'"${rest(word)}"`),
  "empty quotes": each((word) => `${plainWord(first(word))}""''${plainWord(rest(word))}`),
  "a backslash before each letter": each((word) => word.replace(/[^\n]/g, "\\$&")),
  "a backslash before the program": program((name) => `\\${name}`),
  "hexadecimal escapes": each(escapeWord),
  "octal escapes": each((word) => `$'${digits(word, 8, 3, "\\")}'`),
  "Unicode escapes": each((word) => `$'${digits(word, 16, 4, "\\u")}'`),
  "one escaped letter": each(
    (word) => `${plainWord(first(word))}$'${digits(rest(word).slice(0, 1), 16, 2, "\\x")}'${plainWord(rest(word).slice(1))}`,
  ),
  "locale quotes": each((word) => `$"${word}"`),
  tabs: (words) => words.map(plainWord).join("\t\t"),
  "line continuations": (words) => words.map(plainWord).join(" \\\n"),
  "line continuations inside words": each((word) => `${plainWord(first(word))}\\\n${plainWord(rest(word))}`),
  "Windows line ends": (words) => `true #\r\n${plainCommand(words)} #\r\n`,
  "a variable for each word": (words) =>
    `${words.map((word, at) => `v${at}=${plainWord(word)}`).join("; ")}; ${words.map((_, at) => `"$v${at}"`).join(" ")}`,
  "two variables in a word": program(
    () => "$a${b}",
    (name) => `a=${first(name)}; b=${rest(name)}; `,
  ),
  "a variable that grows": program(
    () => "$a",
    (name) => `a=${first(name)}; a+=${rest(name)}; `,
  ),
  "a variable for the last word": last(
    () => "$target",
    (word) => `target=${word}; `,
  ),
  "an exported variable": program(
    () => "$TOOL",
    (name) => `export TOOL=${name}; `,
  ),
  "a declared variable": program(
    () => '"$tool"',
    (name) => `declare -r tool=${name}; `,
  ),
  "a removed suffix": program(
    () => "${v%zz}",
    (name) => `v=${name}zz; `,
  ),
  "a removed prefix": program(
    () => "${v#*-}",
    (name) => `v=zz-${name}; `,
  ),
  "a removed part": program(
    () => "${v/zz/}",
    (name) => `v=${first(name)}zz${rest(name)}; `,
  ),
  "a slice": program(
    (name) => `\${v:3:${name.length}}`,
    (name) => `v=abc${name}def; `,
  ),
  "a slice from the end": program(
    (name) => `\${v: -${name.length}}`,
    (name) => `v=abc${name}; `,
  ),
  "lower case": program(
    () => "${v,,}",
    (name) => `v=${swapCase(name)}; `,
  ),
  "a default value": program((name) => `\${unset_name:-${name}}`),
  "an assigned default": program((name) => `\${tool:=${name}}`),
  "an indirect variable": program(
    () => "${!p}",
    (name) => `v=${name}; p=v; `,
  ),
  "an array": (words) => `run=(${words.map(plainWord).join(" ")}); "\${run[@]}"`,
  "an array that grows": ([name = "", ...operands]) => `run=(${name}); run+=(${operands.map(plainWord).join(" ")}); "\${run[@]}"`,
  "a whole command in a variable": ifPlain((words) => `run="${words.join(" ")}"; $run`),
  "another separator": ifPlain((words) =>
    words.some((word) => word.includes(",")) ? undefined : `IFS=,; run=${words.join(",")}; $run`,
  ),
  "the separator variable": ifPlain((words) => words.join("${IFS}")),
  "positional parameters": (words) => `set -- ${words.map(plainWord).join(" ")}; "$@"`,
  "a printed variable": program(
    () => "$v",
    (name) => `printf -v v '%s%s' ${first(name)} ${quoteWord(rest(name))}; `,
  ),
  "a variable that is read": program(
    () => "$v",
    (name) => `read -r v <<< ${name}; `,
  ),
  "a list that is read": (words) => `mapfile -t run <<'EOF'\n${words.join("\n")}\nEOF\n"\${run[@]}"`,
  "an array that is read": ifPlain((words) => `read -ra run <<< '${words.join(" ")}'; "\${run[@]}"`),
  "a substitution": program((name) => `$(echo ${name})`),
  "a substitution of two parts": program((name) => `"$(printf %s ${first(name)})"$(printf '${rest(name)}')`),
  backquotes: program((name) => `\`printf ${name}\``),
  "a substitution that decodes": program((name) => `$(echo ${Buffer.from(name).toString("base64")} | base64 -d)`),
  "a substitution of a here-string": program((name) => `$(cat <<< ${name})`),
  "a substitution that translates": program((name) => `$(echo ${swapCase(name)} | tr A-Z a-z)`),
  "a substitution that reverses": program((name) => `$(rev <<< ${[...name].toReversed().join("")})`),
  "a substituted operand": last((word) => `"$(printf '%s' ${word})"`),
  braces: ifPlain((words) => (words.length < 2 || words.some((word) => word.includes(",")) ? undefined : `{${words.join(",")}}`)),
  "a range in braces": last((word) => (/[a-z]$/.test(word) ? word.replace(/[a-z]$/, "{$&..$&}") : undefined)),
  arithmetic: some((word) => word.replace(/(?<![\d.])[1-9]\d{0,3}(?![\d.])/, (number) => `$((${Number(number) - 1}+1))`)),
  "arithmetic of a variable": (words) => {
    const spelled = some((word) => word.replace(/(?<![\d.])[1-9]\d{0,3}(?![\d.])/, (number) => `$((n*${number}))`))(words);
    return spelled === undefined ? undefined : `n=1; ${spelled}`;
  },
  $HOME: some((word) => word.replace(/\/home\/dev(?=\/|$)/, "$HOME")),
  "${HOME}": some((word) => word.replace(/\/home\/dev(?=\/|$)/, '"${HOME}"')),
  "${HOME:?}": some((word) => word.replace(/\/home\/dev(?=\/|$)/, '"${HOME:?}"')),
  "~": some((word) => word.replace(/^\/home\/dev(?=\/|$)/, "~")),
  "a copy of $HOME": (words) => {
    const spelled = some((word) => word.replace(/\/home\/dev(?=\/|$)/, "$base"))(words);
    return spelled === undefined ? undefined : `base=$HOME; ${spelled}`;
  },
  "redundant slashes": some((word) =>
    word.includes("://") ? word : word.replace(/^\/(?=\w)/, "//").replace(/(\w)\/(\w)/, "$1/./$2"),
  ),
  "an assignment before": (words) => `LC_ALL=C N=1 ${plainCommand(words)}`,
  "redirections before": (words) => `2>/dev/null </dev/null ${plainCommand(words)}`,
  "a negation": (words) => `! ${plainCommand(words)}`,
  "blanks and comments": (words) => `  # start\n\t${words.map(plainWord).join("   ")}   # end`,
};

/** Word kinds that a shell with stubs cannot check, because they change a word to another one that means the same. */
export const unverifiedWords: ReadonlySet<string> = new Set(["redundant slashes"]);
