import { base64Of, escapeWord, hexOf, quoteWord } from "./quote.ts";

/** A way to have a shell text run by another one. */
export type TextWrapper = (text: string) => string;

/** Shell text in a script that is one word of another program. */
const asWord =
  (before: string, after = ""): TextWrapper =>
  (text) =>
    `${before} ${quoteWord(text)}${after}`;
const around =
  (before: string, after = ""): TextWrapper =>
  (text) =>
    before + text + after;
const escapeLiteral = (text: string): string => JSON.stringify(text);
const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

/** A here-document whose end is not a line of the text. */
function hereDocument(text: string, operator = "<<"): string {
  const end = `END_${text.length}`;
  return `${operator}'${end}'\n${text}\n${end}\n`;
}

/** Ways to run a shell text, by name. */
export const textWrappers: Readonly<Record<string, TextWrapper>> = {
  "bash -c": asWord("bash -c"),
  "sh -lc": asWord("/bin/sh -lc"),
  "sudo sh -c": asWord("sudo -u root sh -c"),
  "env sh -c": asWord("env -i A=1 sh -c"),
  "env -S": (text) => `env -S ${quoteWord(`sh -c ${quoteWord(text)}`)}`,
  "nested wrappers": asWord("nohup nice -n 5 timeout -k 1 5 stdbuf -oL setsid bash -c"),
  "command and exec": asWord("command exec bash -c"),
  "builtin eval": asWord("builtin eval"),
  time: asWord("time -p bash -c"),
  eval: asWord("eval"),
  "eval twice": (text) => `eval eval ${quoteWord(quoteWord(text))}`,
  "eval of a variable": (text) => `c=${quoteWord(text)}; eval "$c"`,
  ssh: asWord("ssh -p 22 host"),
  "docker exec": asWord("docker exec -it box sh -c"),
  xargs: asWord("echo x | xargs -n 1 sh -c"),
  "parallel with arguments": (text) => `parallel ::: ${quoteWord(text)}`,
  "parallel with input": (text) => `echo ${quoteWord(text)} | parallel`,
  find: (text) => `find . -maxdepth 0 -exec sh -c ${quoteWord(text)} \\;`,
  subshell: around("( ", "\n)"),
  group: around("{ ", "\n}"),
  substitution: around("x=$( ", "\n)"),
  "process substitution": around("cat <( ", "\n)"),
  background: around("{ ", "\n} &"),
  coproc: around("coproc { ", "\n}"),
  negation: (text) => `{ ! bash -c ${quoteWord(text)}; }`,
  if: around("if true; then ", "\nfi"),
  else: around("if false; then :; else ", "\nfi"),
  while: around("while ", "\ndo break; done"),
  for: around("for i in 1 2; do ", "\ndone"),
  case: around("case x in\n*) ", "\n;;\nesac"),
  function: around("work() { ", "\n}; work"),
  "function keyword": around("function work {\n", "\n}\nwork"),
  and: around("cd /tmp && "),
  or: around("false || "),
  pipeline: around("yes | "),
  "before a pipe": (text) => `{ ${text}\n} 2>&1 | tee log.txt`,
  "after a comment": around("# clean up 'first\n"),
  "before a comment": (text) => `${text}\n# it's done`,
  "Windows line ends": around("ls\r\n", "\r\nls\r\n"),
  "a script on input": (text) => `bash ${hereDocument(text)}`,
  "an indented script on input": (text) => `sudo bash -s ${hereDocument(text, "<<-")}`,
  "a string on input": asWord("bash <<<"),
  "echo into a shell": (text) => `printf '%s\\n' ${quoteWord(text)} | sh`,
  "cat into a shell": (text) => `cat ${hereDocument(text).replace("\n", " | bash\n")}`,
  "Base64 into a shell": (text) => `echo ${base64Of(text)} | base64 -d | sh`,
  "Base64 in a string": (text) => `base64 --decode <<< ${base64Of(text)} | bash`,
  "Base64 in a substitution": (text) => `bash -c "$(echo ${base64Of(text)} | base64 -d)"`,
  "Base64 with openssl": (text) => `echo ${base64Of(text)} | openssl base64 -d -A | sh`,
  "hexadecimal into a shell": (text) => `echo ${hexOf(text)} | xxd -r -p | sh`,
  "printf escapes": (text) => `printf '${hexOf(text, "\\x")}' | sh`,
  "echo -e escapes": (text) => `echo -e '${hexOf(text, "\\x")}' | bash`,
  "ANSI-C text": (text) => `eval ${escapeWord(text)}`,
  reversed: (text) =>
    /[^\x20-\x7e]/.test(text) ? `eval ${quoteWord(text)}` : `echo ${quoteWord([...text].toReversed().join(""))} | rev | sh`,
  rot13: (text) => `echo ${quoteWord(rot13(text))} | tr 'a-zA-Z' 'n-za-mN-ZA-M' | sh`,
  "a process as script": (text) => `bash <(echo ${quoteWord(text)})`,
  "a sourced process": (text) => `source <(printf %s ${quoteWord(text)})`,
  "a file that it writes": (text) => `cat > x.sh ${hereDocument(text)}bash x.sh`,
  "a file that it echoes": (text) => `echo ${quoteWord(text)} > /tmp/y.sh && chmod +x /tmp/y.sh && /tmp/y.sh`,
  alias: (text) => `alias ll=${quoteWord(text)}\nll`,
  trap: (text) => `trap ${quoteWord(text)} EXIT`,
  watch: asWord("watch -n 1"),
  Python: (text) => `python3 -c ${quoteWord(`import os; os.system(${escapeLiteral(text)})`)}`,
  Node: (text) => `node -e ${quoteWord(`require("child_process").execSync(${escapeLiteral(text)})`)}`,
  Perl: (text) => `perl -e ${quoteWord(`system(${escapeLiteral(text)});`)}`,
  Ruby: (text) => `ruby -e ${quoteWord(`system(${escapeLiteral(text)})`)}`,
  "cmd.exe": (text) => `cmd.exe /c "${`bash -c ${quoteWord(text)}`.replaceAll(/[\\"$`]/g, "\\$&")}"`,
};
