import { decodeBase64 } from "../../values/decode-bytes.ts";
import { decodeEscapes } from "../printed/decode-escapes.ts";

/** Flags whose value is code, by the name of the program without its version. */
const codeFlags: Readonly<Record<string, readonly string[]>> = {
  python: ["-c"],
  pypy: ["-c"],
  node: ["-e", "--eval", "-p", "--print", "-pe"],
  nodejs: ["-e", "--eval", "-p", "--print"],
  bun: ["-e", "--eval", "-p", "--print"],
  deno: ["eval"],
  tsx: ["-e", "--eval"],
  perl: ["-e", "-E", "-ne", "-pe", "-le", "-we", "-0777e"],
  ruby: ["-e"],
  php: ["-r"],
  lua: ["-e"],
  luajit: ["-e"],
  elixir: ["-e", "--eval"],
  julia: ["-e", "-E"],
  groovy: ["-e"],
  guile: ["-c"],
  racket: ["-e"],
  scala: ["-e"],
  tclsh: [],
  expect: ["-c"],
  osascript: ["-e"],
  rscript: ["-e"],
  awk: [],
  gawk: [],
  mawk: [],
  powershell: ["-command", "-c", "-encodedcommand", "-enc", "-e", "-ec"],
  pwsh: ["-command", "-c", "-encodedcommand", "-enc", "-e", "-ec"],
};

/** Returns the language of an interpreter: `python` for `python3.12`. Undefined for other programs. */
export function interpreterOf(program: string): string | undefined {
  const name = program.toLowerCase().replace(/(?:\.exe|[\d.]+)$/, "");
  return Object.hasOwn(codeFlags, name) ? name : undefined;
}

export function codeIn(language: string, words: readonly string[]): readonly string[] {
  const flags = codeFlags[language] ?? [];
  const ignoresCase = language === "powershell" || language === "pwsh";
  if (flags.length === 0) return words.filter((word) => /[({]/.test(word));
  return words.flatMap((word, at) => {
    const flag = ignoresCase ? word.toLowerCase() : word;
    const isCode = flags.includes(flag) || (!ignoresCase && flags.includes("-c") && /^-[A-Za-z]*c$/.test(word));
    if (!isCode) return [];
    const value = ignoresCase ? words.slice(at + 1).join(" ") : (words[at + 1] ?? "");
    return /^-(?:e|ec|enc|encodedcommand)$/.test(flag) && ignoresCase
      ? [(decodeBase64(value) ?? value).replaceAll("\0", "")]
      : [value];
  });
}

/** Functions that run a program or a shell text, in the languages of the table. */
const runningCall =
  /\b(?:system|popen[23]?|Popen|exec[lv]?[pe]{0,2}|execSync|execFile|execFileSync|spawn|spawnSync|spawn[lv]p?e?|call|check_call|check_output|getoutput|getstatusoutput|run|shell_exec|passthru|proc_open|pcntl_exec|do shell script|Start-Process|Invoke-Expression|iex)\s{0,8}\(?\s{0,8}\[?\s{0,8}(?=["'`])|(?:`|qx\{|%x\{)(?=[a-z/])/g;

const maxCall = 4000;
export const maxCalls = 200;

/** Returns the shell texts that code runs: `os.system("rm -rf /")`, `spawn("rm", ["-rf", "/"])`, backquotes. */
export function shellTextsIn(code: string): readonly string[] {
  const texts: string[] = [];
  for (const found of inlineValues(code).matchAll(runningCall)) {
    if (texts.length > maxCalls) break;
    const start = found.index + found[0].length;
    const call = found.input.slice(start, start + maxCall);
    if (/[`{]$/.test(found[0])) {
      const end = call.indexOf(found[0].endsWith("{") ? "}" : "`");
      if (end > 0) texts.push(call.slice(0, end));
      continue;
    }
    const literals = literalsOf(call);
    const [first] = literals;
    if (first === undefined) continue;
    texts.push(literals.length === 1 || /\s/.test(first) ? first : literals.map(quote).join(" "));
  }
  return texts;
}

const assignedLiteral = /\b(?<!\.)([A-Za-z_$][\w$]*)\s*(?::=|=)\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')(?=\s*(?:[;\n)]|$))/g;
const calledWithName = /(\(\s*)([A-Za-z_$][\w$]*)(?=\s*[,)])/g;

/** Replaces variables that are the first argument of a call with the literal that the code assigns to them. */
function inlineValues(code: string): string {
  const values = new Map(Array.from(code.matchAll(assignedLiteral), ([, name = "", literal = ""]) => [name, literal]));
  if (values.size === 0) return code;
  return code.replace(calledWithName, (written, before: string, name: string) => {
    const value = values.get(name);
    return value === undefined ? written : before + value;
  });
}

/** The string literals up to the first text that is neither a literal nor a separator. */
function literalsOf(call: string): readonly string[] {
  const literals: string[] = [];
  const next = /[\s,[\]()]*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`)/sy;
  for (let found = next.exec(call); found !== null; found = next.exec(call)) {
    literals.push(decodeLiteral(found[1] ?? found[2] ?? found[3] ?? ""));
    if (/^\s*\)/.test(call.slice(next.lastIndex, next.lastIndex + 8))) break;
  }
  return literals;
}

function decodeLiteral(text: string): string {
  return text.replace(
    /\\(?:(["'`$])|(x[0-9A-Fa-f]{1,2}|u[0-9A-Fa-f]{1,4}|[0-7]{1,3}|[^]))/g,
    (_, quoted: string | undefined, escaped = "") => quoted ?? decodeEscapes(`\\${escaped}`),
  );
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
