import { base64Of, escapeWord, hexOf, quoteWord } from "@precept/agent-actions";

/** Has a shell text run by another one. */
export type TextKind = (text: string) => string;

const word =
  (before: string, after = ""): TextKind =>
  (text) =>
    `${before} ${quoteWord(text)}${after}`;
const document = (text: string, before: string, after = ""): string =>
  `${before} <<'END_OF_TEXT'${after}\n${text}\nEND_OF_TEXT\n`;
const octal = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
/** A string literal of a language whose escapes are the same as in JSON. */
const literal = (text: string): string => JSON.stringify(text);

/** Ways to hand a text to a shell, to decode it, or to have another language run it, by name. */
export const textKinds: Readonly<Record<string, TextKind>> = {
  "sh -c": word("sh -c"),
  "bash -ec": word("bash -ec"),
  "bash -o pipefail -c": word("bash -o pipefail -c"),
  "bash --norc -c": word("bash --norc -c"),
  "bash -x -c": word("bash -x -c"),
  "/usr/bin/env bash -c": word("/usr/bin/env bash -c"),
  "a shell in a shell": (text) => `bash -c ${quoteWord(`sh -c ${quoteWord(text)}`)}`,
  "a shell with parameters": (text) => `bash -c 'eval "$1"' _ ${quoteWord(text)}`,
  "a here-string": word("bash <<<"),
  "a here-string of a variable": (text) => `t=${quoteWord(text)}; bash <<< "$t"`,
  "a here-document": (text) => document(text, "bash"),
  "a here-document with -s": (text) => document(text, "sh -s -- a b"),
  "a here-document without quotes": (text) => `bash <<END\n${text.replace(/[\\$`]/g, "\\$&")}\nEND\n`,
  "a here-document with tabs": (text) => `bash <<-'END'\n\t${text}\n\tEND\n`,
  "a here-document through cat": (text) => document(text, "cat", " | sh"),
  "a here-document that is evaluated": (text) => `eval "$(cat <<'END'\n${text}\nEND\n)"`,
  "echo into sh": (text) => `echo ${quoteWord(text)} | sh`,
  "echo into /bin/sh -s": (text) => `echo ${quoteWord(text)} | /bin/sh -s`,
  "printf into bash": (text) => `printf '%s\\n' ${quoteWord(text)} | bash`,
  "printf into bash -": (text) => `printf '%s' ${quoteWord(text)} | bash /dev/stdin`,
  "through tee": (text) => `echo ${quoteWord(text)} | tee copy.txt | sh`,
  "through several programs": (text) => `echo ${quoteWord(text)} | cat | cat - | sh`,
  "printf escapes": (text) => `printf '${hexOf(text, "\\x")}' | sh`,
  "printf octal escapes": (text) => `printf '${octal(text)}' | sh`,
  "printf %b": (text) => `printf '%b' '${hexOf(text, "\\x")}' | bash`,
  "echo -e": (text) => `bash -c "$(echo -e '${hexOf(text, "\\x")}')"`,
  Base64: (text) => `echo ${base64Of(text)} | base64 -d | sh`,
  "Base64 in a variable": (text) => `b=${base64Of(text)}; echo "$b" | base64 --decode | bash`,
  "Base64 that is evaluated": (text) => `eval "$(base64 -d <<< ${base64Of(text)})"`,
  "Base64 of Base64": (text) => `echo ${base64Of(base64Of(text))} | base64 -d | base64 -d | sh`,
  "Base64 by openssl": (text) => `echo ${base64Of(text)} | openssl enc -base64 -d -A | sh`,
  "Base64 in a here-document": (text) => document(base64Of(text), "base64 -d", " | sh"),
  "Base64 in a process substitution": (text) => `bash <(echo ${base64Of(text)} | base64 -d)`,
  "hexadecimal by xxd": (text) => `echo ${hexOf(text)} | xxd -r -p | sh`,
  "hexadecimal by xxd -p -r": (text) => `bash -c "$(xxd -p -r <<< ${hexOf(text)})"`,
  reversed: (text) => (text.includes("\n") ? word("eval")(text) : `rev <<< ${quoteWord([...text].toReversed().join(""))} | sh`),
  "rot13 by tr": (text) => `echo ${quoteWord(rot13(text))} | tr A-Za-z N-ZA-Mn-za-m | bash`,
  "replaced by sed": (text) =>
    /[@\n]/.test(text) ? word("eval")(text) : `echo ${quoteWord(text.replaceAll(" ", "@"))} | sed 's/@/ /g' | sh`,
  "replaced by tr": (text) =>
    /[@\n]/.test(text) ? word("eval")(text) : `echo ${quoteWord(text.replaceAll(" ", "@"))} | tr @ ' ' | sh`,
  eval: word("eval"),
  "eval --": word("eval --"),
  "eval of a variable": (text) => `t=${quoteWord(text)}; eval "$t"`,
  "eval of two variables": (text) =>
    `a=${quoteWord(text.slice(0, Math.ceil(text.length / 2)))}; b=${quoteWord(text.slice(Math.ceil(text.length / 2)))}; eval "$a$b"`,
  "eval of eval": (text) => `eval eval ${quoteWord(quoteWord(text))}`,
  "eval of a substitution": (text) => `eval "$(printf %s ${quoteWord(text)})"`,
  "eval of escapes": (text) => `eval ${escapeWord(text)}`,
  "a function": (text) => `work() { ${text}\n}\nwork`,
  "a function with the keyword": (text) => `function work {\n${text}\n}\nwork now`,
  "a function in a function": (text) => `inner() { ${text}\n}; outer() { inner; }; outer`,
  "a function that evaluates": (text) => `run() { eval "$1"; }; run ${quoteWord(text)}`,
  "a function that runs its words": (text) => `run() { bash -c "$*"; }; run ${quoteWord(text)}`,
  "an alias": (text) => `shopt -s expand_aliases\nalias work=${quoteWord(text)}\nwork`,
  "a process as a script": (text) => `bash <(echo ${quoteWord(text)})`,
  "a sourced process": (text) => `source <(printf '%s\\n' ${quoteWord(text)})`,
  "a dotted process": (text) => `. <(cat <<'END'\n${text}\nEND\n)`,
  "the input of a process": (text) => `sh < <(echo ${quoteWord(text)})`,
  "output to a shell": (text) => `echo ${quoteWord(text)} > >(sh)`,
  "xargs sh -c": (text) => `echo ${quoteWord(quoteWord(text))} | xargs sh -c`,
  "xargs -I sh -c": (text) => (/['"\\\n]/.test(text) ? word("eval")(text) : `echo ${quoteWord(text)} | xargs -I{} sh -c '{}'`),
  "a script that is written": (text) => `echo ${quoteWord(text)} > own.sh; sh own.sh`,
  "a script that is written in two parts": (text) => `echo '#!/bin/sh' > own.sh; echo ${quoteWord(text)} >> own.sh; sh own.sh`,
  "a written script by its path": (text) =>
    `printf '#!/bin/bash\\n%s\\n' ${quoteWord(text)} > own.sh && chmod +x own.sh && ./own.sh`,
  "a written here-document": (text) => `${document(text, "cat > own.sh")}bash own.sh`,
  "a here-document of tee": (text) => `${document(text, "tee own.sh", " > /dev/null")}. ./own.sh`,
  "a written script in a directory": (text) => `mkdir -p bin && cd bin && echo ${quoteWord(text)} > own.sh && bash own.sh`,
  "a written script in another directory": (text) => `mkdir -p bin; ${document(text, "cat > bin/own.sh")}cd bin; sh ./own.sh`,
  "a copy of a written script": (text) => `echo ${quoteWord(text)} > own.txt; cp own.txt own.sh; bash own.sh`,
  "a moved script": (text) => `echo ${quoteWord(text)} > own.txt && mv own.txt own.sh && sh < own.sh`,
  "a decoded script": (text) => `echo ${base64Of(text)} | base64 -d > own.sh; sh own.sh`,
  "Python, os.system": (text) => `python3 -c ${quoteWord(`import os; os.system(${literal(text)})`)}`,
  "Python, subprocess": (text) => `python3 -c ${quoteWord(`import subprocess as s\ns.run(${literal(text)}, shell=True)`)}`,
  "Python, a list": (text) =>
    `python3 -c ${quoteWord(`import subprocess; subprocess.check_call(["bash", "-c", ${literal(text)}])`)}`,
  "Python, on input": (text) => document(`import os\nos.system(${literal(text)})`, "python3 -"),
  "Python, a variable": (text) => `python3 -c ${quoteWord(`import os; c = ${literal(text)}; os.system(c)`)}`,
  "Python, written": (text) => `${document(`from os import system\nsystem(${literal(text)})`, "cat > own.py")}python3 own.py`,
  "Node, execSync": (text) => `node -e ${quoteWord(`require("child_process").execSync(${literal(text)})`)}`,
  "Node, spawnSync": (text) =>
    `node --eval ${quoteWord(`require("node:child_process").spawnSync("sh", ["-c", ${literal(text)}], {stdio: "inherit"})`)}`,
  "Node, a module": (text) =>
    `node --input-type=module -e ${quoteWord(`import { execSync } from "node:child_process"; execSync(${literal(text)});`)}`,
  "Node, on input": (text) => `echo ${quoteWord(`require("child_process").execSync(${literal(text)})`)} | node`,
  Perl: (text) => `perl -e ${quoteWord(`system(${literal(text).replace(/[$@]/g, "\\$&")})`)}`,
  "Perl, a list": (text) => `perl -e ${quoteWord(`exec "sh", "-c", ${literal(text).replace(/[$@]/g, "\\$&")}`)}`,
  awk: (text) => `awk ${quoteWord(`BEGIN { system(${literal(text)}) }`)}`,
};

/** Text kinds that have `/bin/sh` run the text, which is not bash everywhere. */
export const systemShellTexts: ReadonlySet<string> = new Set([
  "echo into /bin/sh -s",
  "Python, os.system",
  "Python, subprocess",
  "Python, on input",
  "Python, a variable",
  "Python, written",
  "Node, execSync",
  "Node, a module",
  "Node, on input",
  "Perl",
  "awk",
]);
