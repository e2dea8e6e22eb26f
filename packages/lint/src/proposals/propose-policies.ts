import type { Rule } from "@precept/core";
import { readLines, splitClauses } from "../conflicts/statements/clauses.ts";
import { findLanguageScope } from "../conflicts/statements/language-scopes.ts";
import { matchOfCode, type ProposedMatch } from "./code-patterns.ts";
import { matchOfWords } from "./known-subjects.ts";
import { findExamples, type Example } from "./examples.ts";
import { readProhibition, type Prohibition, type Unusable } from "./prohibitions.ts";

/** A sentence of a rule. */
interface RuleSentence {
  readonly rule: Rule;
  readonly sentence: string;
  /** From 1, in the text of the rule. */
  readonly line: number;
}

/** A policy that finds what a sentence prohibits. */
export interface PolicyProposal extends RuleSentence {
  readonly id: string;
  readonly match: ProposedMatch;
  /** Globs of the files in which a text is looked for. */
  readonly files: readonly string[];
  readonly suggestion: string | undefined;
  /** Texts, commands or paths that the policy must report, and must not report. */
  readonly invalid: readonly string[];
  readonly valid: readonly string[];
}

/** A sentence that prohibits something, and why it becomes no policy. */
export interface UnusedSentence extends RuleSentence {
  readonly reason: string;
}

export interface PolicyProposals {
  readonly proposals: readonly PolicyProposal[];
  readonly unused: readonly UnusedSentence[];
}

const reasons: Readonly<Record<Unusable, string>> = {
  exception: "it has a condition or an exception",
  unclear: "it says more than what must not be there",
};

/** Reads the sentences of a rule that prohibit something, and proposes a policy for each that can be looked for. */
export function proposePolicies(rule: Rule): PolicyProposals {
  const { content } = rule;
  const examples = findExamples(content);
  const proposals: PolicyProposal[] = [];
  const unused: UnusedSentence[] = [];
  for (const line of readLines(content)) {
    if (line.isHeading || line.stance === "unclear") continue;
    for (const clause of splitClauses(line)) {
      const found = readProhibition(clause, content);
      if (found === undefined) continue;
      const at = content.slice(0, clause.start).split("\n").length;
      if (typeof found === "string") {
        unused.push({ rule, sentence: clause.text, line: at, reason: reasons[found] });
        continue;
      }
      const sentence = { rule, sentence: found.sentence, line: at };
      for (const subject of found.codes.length > 0 ? found.codes : [found.part]) {
        const proposed = propose(rule, subject, found, examples);
        if (typeof proposed === "string") unused.push({ ...sentence, reason: proposed });
        else proposals.push({ ...sentence, ...proposed, id: freeId(idOf(rule, subject), proposals) });
      }
    }
  }
  return { proposals, unused };
}

function propose(
  rule: Rule,
  code: string,
  prohibition: Prohibition,
  examples: readonly Example[],
): Omit<PolicyProposal, keyof RuleSentence | "id"> | string {
  const found = prohibition.codes.length === 0 ? matchOfWords(code) : matchOfCode(code, prohibition);
  if (typeof found === "string") return found;
  const { match, invalid } = found;
  const { instead, where } = prohibition;
  const suggestion = instead === undefined ? undefined : `Use \`${instead}\`.`;
  if (match.kind === "command") {
    const [program = ""] = match.programs;
    const alternative =
      instead !== undefined && /^[\w-]+(?: [\w:.-]+)*$/.test(instead) && instead !== code ? instead : `echo ${program}`;
    return { match, files: [], suggestion, invalid: [invalid], valid: [alternative] };
  }
  if (match.kind === "files") return { match, files: [], suggestion, invalid: [invalid], valid: ["src/other-file.txt"] };
  const expression = new RegExp(match.pattern, "m");
  if (!expression.test(invalid)) return `\`${code}\` cannot be looked for`;
  const shown = examples.filter((example) => example.isGood === !expression.test(example.code));
  const contradicting = examples.some((example) => example.isGood && expression.test(example.code));
  if (contradicting) return "the rule itself shows it in good code";
  const bad = shown.filter((example) => !example.isGood).map((example) => example.code);
  const accepted = shown.filter((example) => example.isGood).map((example) => example.code);
  const replacement = instead !== undefined && !expression.test(instead) ? [instead] : [];
  return {
    match,
    files: filesOf(rule, where, found.language ?? languagesIn(`${prohibition.sentence} ${rule.description} ${rule.name}`)),
    suggestion,
    invalid: [invalid, ...bad.slice(0, 2)],
    valid: [...replacement, ...accepted.slice(0, 2), "const other = 1;"],
  };
}

/** The extensions of source files by language. */
const extensions: Readonly<Record<string, string>> = {
  javascript: "ts,tsx,mts,cts,js,jsx,mjs,cjs,vue,svelte",
  python: "py,pyi",
  go: "go",
  rust: "rs",
  java: "java,kt,kts",
  csharp: "cs",
  cpp: "c,cc,cpp,h,hpp",
  ruby: "rb",
  php: "php",
  swift: "swift",
  elixir: "ex,exs",
  apex: "cls,trigger",
  dart: "dart",
  sql: "sql",
  css: "css,scss,sass,less",
  markup: "html,md,yaml,yml,toml",
  shell: "sh,bash,zsh",
};

const sources = Object.entries(extensions).flatMap(([language, list]) => (language === "markup" ? [] : [list]));

/** Globs of all files, which say nothing about their language. */
const everything: ReadonlySet<string> = new Set(["*", "**", "**/*", "*.*", "**/*.*"]);

/** The files in which a sentence of a rule holds: what the sentence says, else the globs of the rule, else source files of its languages. */
function filesOf({ globs }: Rule, where: string | undefined, languages: string | readonly string[]): readonly string[] {
  if (where !== undefined) return [where.endsWith("/") ? `${where}**` : /[*.]/.test(where) ? where : `${where}/**`];
  if (globs.some((glob) => !glob.startsWith("!") && !everything.has(glob))) return globs;
  const lists = [languages].flat().flatMap((name) => extensions[name] ?? []);
  return [`**/*.{${(lists.length === 0 ? sources : lists).join(",")}}`];
}

function languagesIn(text: string): readonly string[] {
  return [...(findLanguageScope(text).language ?? [])];
}

function idOf({ name }: Rule, code: string): string {
  const subject = slugOf(code);
  return `${slugOf(name) || "RULE"}-${subject === "" ? "1" : `NO-${subject}`}`;
}

function slugOf(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 30)
    .replace(/-$/, "");
}

/** The id, with a number if another proposal has it. */
function freeId(id: string, proposals: readonly PolicyProposal[]): string {
  const taken = new Set(proposals.map((one) => one.id));
  let free = id;
  for (let at = 2; taken.has(free); at += 1) free = `${id}-${at}`;
  return free;
}
