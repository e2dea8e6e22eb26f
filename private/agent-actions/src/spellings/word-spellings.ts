import { escapeWord, quoteWord } from "./quote.ts";

/** A way to write words so that a shell reads the same words. */
export type WordSpelling = (words: readonly string[]) => string;

const each =
  (spell: (word: string) => string): WordSpelling =>
  (words) =>
    words.map(spell).join(" ");
const middle = (word: string): number => Math.max(1, Math.floor(word.length / 2));
const split = (word: string, inserted: string): string =>
  word.length < 2 ? word : word.slice(0, middle(word)) + inserted + word.slice(middle(word));

/** Spellings of plain words by name. None of them changes the words. */
export const wordSpellings: Readonly<Record<string, WordSpelling>> = {
  plain: each((word) => word),
  "single quotes": each(quoteWord),
  "double quotes": each((word) => `"${word}"`),
  "quotes in a word": each((word) => split(word, "''")),
  "double quotes in a word": each((word) => split(word, '""')),
  backslashes: each((word) => split(word, "\\")),
  "a backslash first": (words) => `\\${words.join(" ")}`,
  "ANSI-C quotes": each(escapeWord),
  "ANSI-C octal": ([name = "", ...rest]) =>
    [`$'${Array.from(name, (character) => `\\${character.charCodeAt(0).toString(8)}`).join("")}'`, ...rest].join(" "),
  "a line continuation between words": (words) => words.join(" \\\n  "),
  "a line continuation in a word": each((word) => split(word, "\\\n")),
  tabs: (words) => words.join("\t"),
  "empty parameters": ([name = "", ...rest]) => [split(name, "$@"), ...rest].join(" "),
  "an empty substitution": ([name = "", ...rest]) => [split(name, "$()"), ...rest].join(" "),
  "a separator variable": (words) => words.join("${IFS}"),
  "a program in a variable": ([name = "", ...rest]) => `a=${name}; $a ${rest.join(" ")}`,
  "parts in variables": ([name = "", ...rest]) =>
    `x=${name.slice(0, middle(name))} y=${quoteWord(name.slice(middle(name)))}; $x"$y" ${rest.join(" ")}`,
  "a whole command in a variable": (words) => `run="${words.join(" ")}"; $run`,
  "an array": (words) => `run=(${words.join(" ")}); "\${run[@]}"`,
  "a part of a variable": ([name = "", ...rest]) => `v=xx${name}yy; \${v:2:${name.length}} ${rest.join(" ")}`,
  "a default": ([name = "", ...rest]) => `\${UNSET_NAME:-${name}} ${rest.join(" ")}`,
  "upper case changed": ([name = "", ...rest]) => `v=${name.toUpperCase()}; \${v,,} ${rest.join(" ")}`,
  "a substitution": ([name = "", ...rest]) => `$(echo ${name}) ${rest.join(" ")}`,
  backquotes: ([name = "", ...rest]) => `\`echo ${name}\` ${rest.join(" ")}`,
  "a printed program": ([name = "", ...rest]) =>
    `"$(printf '%s%s' ${name.slice(0, middle(name))} ${quoteWord(name.slice(middle(name)))})" ${rest.join(" ")}`,
  braces: (words) => `{${words.join(",")}}`,
  "a path": ([name = "", ...rest]) => [`/usr/bin/${name}`, ...rest].join(" "),
  "a path with a wildcard": ([name = "", ...rest]) => [`/bin/${name.slice(0, -1)}?`, ...rest].join(" "),
  "a path with a class": ([name = "", ...rest]) => [`/bin/${name.slice(0, -1)}[${name.slice(-1)}]`, ...rest].join(" "),
  "positional parameters": (words) => `set -- ${words.join(" ")}; "$@"`,
  "shifted parameters": (words) => `set -- x ${words.join(" ")}; shift; "$@"`,
  "parameters of a function": (words) => `f() { "$@"; }; f ${words.join(" ")}`,
  "numbered parameters": ([name = "", ...rest]) =>
    `f() { $1 ${rest.map((_, at) => `"\${${at + 2}}"`).join(" ")}; }; f ${name} ${rest.join(" ")}`,
  "parameters of a shell": ([name = "", ...rest]) => `bash -c '$0 "$@"' ${name} ${rest.join(" ")}`,
  "later parameters of a shell": (words) => `sh -c '"$@"' _ ${words.join(" ")}`,
  "words from input": ([name = "", ...rest]) => (rest.length === 0 ? name : `echo ${rest.join(" ")} | xargs ${name}`),
  "a program from input": (words) => `echo ${words.join(" ")} | xargs -I{} sh -c '{}'`,
  "an unset variable in a word": each((word) => (/^\w\w/.test(word) ? `${word.slice(0, 1)}\${zq}${word.slice(1)}` : word)),
  "a range of one letter": ([name = "", ...rest]) =>
    [name.replace(/[a-z]$/, (letter) => `{${letter}..${letter}}`), ...rest].join(" "),
  "a variable that is read": ([name = "", ...rest]) => `read -r c <<< ${quoteWord(name)}; $c ${rest.join(" ")}`,
  "a variable that is printed": ([name = "", ...rest]) => `printf -v c %s ${quoteWord(name)}; $c ${rest.join(" ")}`,
  "an array that is read": (words) => `mapfile -t c <<< $'${words.join("\\n")}'; "\${c[@]}"`,
  "a loop": ([name = "", ...rest]) => `for p in ${name}; do $p ${rest.join(" ")}; done`,
  "an assignment before": (words) => `A=1 B='x y' ${words.join(" ")}`,
  "a redirection before": (words) => `2>/dev/null ${words.join(" ")}`,
};
