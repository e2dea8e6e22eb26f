import { matchOfCommand, matchOfKeyword, type CodeMatch } from "./code-patterns.ts";

/** What rules prohibit in words instead of code. */
interface KnownSubject {
  /** Matches all that a sentence prohibits, without its verb. */
  readonly words: RegExp;
  readonly found: CodeMatch;
}

const text = (words: RegExp, pattern: string, invalid: string, language?: string): KnownSubject => ({
  words,
  found: { match: { kind: "text", pattern }, invalid, ...(language !== undefined && { language }) },
});

const keyword = (words: RegExp, code: string): readonly KnownSubject[] => {
  const found = matchOfKeyword(code);
  return found === undefined ? [] : [{ words, found }];
};

const command = (words: RegExp, line: string): KnownSubject => ({ words, found: matchOfCommand(line.split(" ")) });

const end = String.raw`(?:\s+(?:in|for)\s+(?:production|any|all|the|our|your|new)?\s*(?:code|codebase|files?|components?))?$`;
const all = (source: string): RegExp => new RegExp(`^(?:the |any |a |an )?(?:${source})${end}`, "i");

const subjects: readonly KnownSubject[] = [
  ...keyword(all("enums?"), "enum"),
  ...keyword(all("any(?: types?)?"), "any"),
  ...keyword(all("var"), "var"),
  text(all("default exports?"), String.raw`^\s*export\s+default\b`, "export default a;", "javascript"),
  text(
    all("class(?:-based)? components?"),
    String.raw`\bclass\s+\w+\s+extends\s+(?:React\.)?(?:Pure)?Component\b`,
    "class A extends React.Component {}",
    "javascript",
  ),
  text(all("(?:OOP and )?classes"), String.raw`^\s*(?:export\s+)?(?:default\s+)?(?:abstract\s+)?class\s+\w`, "class A {}"),
  text(
    all("types?(?: aliases)?"),
    String.raw`^\s*(?:export\s+)?type\s+\w+(?:<[^=\n]*>)?\s*=\s*\{`,
    "type A = { a: 1 };",
    "javascript",
  ),
  text(all("inline (?:styles?|css)"), String.raw`\bstyle=(?:\{\{|["'])`, '<a style="x">'),
  text(all("inline event handlers"), String.raw`<[^>\n]*\son\w+=["']`, '<a onclick="x">'),
  text(
    all("(?:raw |hard-?coded )?(?:hex )?colou?r(?: value)?s|(?:raw |hard-?coded )hex(?: (?:values|codes))?"),
    String.raw`#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\b`,
    "color: #ff0000;",
  ),
  text(all("(?:wildcard|star|glob) imports?"), String.raw`^\s*(?:import\s+\*|from\s+\S+\s+import\s+\*)`, "from a import *"),
  text(
    all("console\\.? ?(?:logs?|statements?|logging)"),
    String.raw`\bconsole\.(?:log|debug|info|warn|error)\s*\(`,
    "console.log(1);",
    "javascript",
  ),
  text(all("print statements?"), String.raw`^\s*print\s*\(`, "print(1)", "python"),
  ...keyword(all("TODO(?:s| comments?)?"), "TODO"),
  text(all("emojis?"), "[\\uD83C-\\uD83E][\\uDC00-\\uDFFF]|[\\u2600-\\u27BF]", "\u{1F600}"),
  text(all("tabs(?: for indent(?:ation|ing))?"), String.raw`^\t`, "\ta"),
  text(all("jsdoc(?: comments?| blocks?)?"), String.raw`^\s*/\*\*`, "/** A. */", "javascript"),
  text(all("semicolons?"), String.raw`;\s*$`, "a = 1;", "javascript"),
  text(all("bare excepts?(?: clauses?)?"), String.raw`^\s*except\s*:`, "except:", "python"),
  text(all(":?latest (?:tags?|images?)"), String.raw`:latest\b`, "FROM node:latest"),
  command(all("force[- ]push(?:es|ing)?"), "git push --force"),
  ...["npm", "yarn", "pnpm", "bun", "pip", "poetry", "conda"].map((name) =>
    command(all(`${name}(?: (?:install|commands?))?`), name),
  ),
];

/** Returns what to look for, for something that a sentence prohibits in words. */
export function matchOfWords(part: string): CodeMatch | string {
  return subjects.find(({ words }) => words.test(part))?.found ?? "it names nothing that can be looked for";
}
