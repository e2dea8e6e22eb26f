import type { Command, ParsedScript, PipelineNode, Statement, Word, WordPart } from "unbash";

/** The maximum length of a text that is read without the parser, in UTF-16 code units. */
const maxLength = 4000;

/** A word of plain characters and quotes without expansions, or a separator of commands. */
const token = /[ \t]*(?:((?:[\w./:@%+,=^~-]+|'[^']*'|"[^"\\$`!]*")+)|(&&|\|\||[|;\n]))/y;
const assignment = /^[A-Za-z_]\w*\+?=/;
const reserved =
  /^(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|in|select|function|time|coproc|declare|typeset|local|export|readonly|let)$/;

/**
 * Reads a shell text that consists of plain words, of quotes without expansions, and of `|`, `&&`, `||`, `;` and
 * newlines between commands. Such a text needs no parser, which takes longer to load than to run.
 *
 * @returns the same tree as the parser. Undefined for every other text.
 */
export function readPlainScript(text: string): ParsedScript | undefined {
  if (text.length > maxLength) return undefined;
  const statements: Statement[] = [];
  let chain: PipelineNode[] = [];
  let pipeline: Command[] = [];
  let words: Word[] = [];
  let end = text.length;
  while (/[ \t\n]/.test(text[end - 1] ?? "")) end -= 1;
  token.lastIndex = 0;
  for (let at = 0; at < end; at = token.lastIndex) {
    const [whole, word, separator] = token.exec(text) ?? [];
    if (whole === undefined) return undefined;
    if (word !== undefined) {
      const read = readWord(word, at + whole.length - word.length);
      if (assignment.test(word) || (words.length === 0 && (reserved.test(read.value) || read.value === ""))) return undefined;
      words.push(read);
      continue;
    }
    if (words.length === 0) {
      // Blank lines.
      if (separator === "\n" && pipeline.length === 0 && chain.length === 0) continue;
      return undefined;
    }
    pipeline.push(commandOf(words));
    words = [];
    if (separator === "|") continue;
    chain.push(pipelineOf(pipeline));
    pipeline = [];
    if (separator === "&&" || separator === "||") continue;
    statements.push(statementOf(chain));
    chain = [];
  }
  if (words.length > 0) statements.push(statementOf([...chain, pipelineOf([...pipeline, commandOf(words)])]));
  else if (pipeline.length > 0 || chain.length > 0) return undefined;
  return { type: "Script", pos: 0, end: text.length, shebang: undefined, commands: statements };
}

function readWord(text: string, pos: number): Word {
  const end = pos + text.length;
  if (!/['"]/.test(text)) return { type: "Word", text, value: text, pos, end };
  const parts = Array.from(text.matchAll(/'([^']*)'|"([^"]*)"|[^'"]+/g), ({ 0: part, 1: single, 2: double, index }) =>
    partOf(part, single, double, pos + index),
  );
  const value = text.replace(/'([^']*)'|"([^"]*)"/g, (_, single?: string, double?: string) => single ?? double ?? "");
  return { type: "Word", text, value, pos, end, parts };
}

function partOf(text: string, single: string | undefined, double: string | undefined, pos: number): WordPart {
  const range = { pos, end: pos + text.length };
  if (single !== undefined) return { type: "SingleQuoted", text, value: single, ...range };
  if (double === undefined) return { type: "Literal", text, value: text, ...range };
  const literal = { type: "Literal" as const, text: double, value: double, pos: pos + 1, end: range.end - 1 };
  return { type: "DoubleQuoted", text, parts: double === "" ? [] : [literal], ...range };
}

function commandOf([name, ...args]: readonly Word[]): Command {
  const range = { pos: name?.pos ?? 0, end: args.at(-1)?.end ?? name?.end ?? 0 };
  return { type: "Command", name, prefix: [], suffix: args, args, redirects: [], ...range };
}

function pipelineOf(commands: readonly Command[]): PipelineNode {
  const [first] = commands;
  if (first !== undefined && commands.length === 1) return first;
  const operators = commands.slice(1).map(() => "|" as const);
  return { type: "Pipeline", prefixes: [], commands, operators, ...rangeOf(commands) };
}

function statementOf(commands: readonly PipelineNode[]): Statement {
  const [first] = commands;
  const range = rangeOf(commands);
  const operators = commands.slice(1).map(() => "&&" as const);
  const command =
    first !== undefined && commands.length === 1 ? first : { type: "AndOr" as const, commands, operators, ...range };
  return { type: "Statement", command, background: undefined, ...range };
}

function rangeOf(nodes: readonly PipelineNode[]): { readonly pos: number; readonly end: number } {
  return { pos: nodes[0]?.pos ?? 0, end: nodes.at(-1)?.end ?? 0 };
}
