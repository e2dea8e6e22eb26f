import type { Command, ParsedScript, Redirection, SyntaxNode, Word } from "unbash";
import { codeIn, interpreterOf, maxCalls, shellTextsIn } from "./interpreters.ts";
import { commandLimits, type CommandRedirect, type TextRange } from "./parsed-command.ts";
import { childrenOf } from "./parse-shell.ts";
import { printedTextOf } from "./printed-text.ts";
import { programNameOf } from "./program-name.ts";
import { readOtherShell } from "./read-other-shell.ts";
import { linkPipeline, stepsOfNode, type CommandDraft, type ReaderState } from "./reader-state.ts";
import { unwrapCommand, type InnerRun } from "./unwrap-command.ts";
import { expandWord } from "./word-fields.ts";
import { isShell, knownProgramOf, wrappers } from "./wrappers.ts";

/** Where a shell text comes from: its range in the whole text, and its offset there if it appears literally. */
interface Origin {
  readonly source: string;
  readonly range: TextRange;
  readonly base: number | undefined;
  readonly wrappers: readonly string[];
  readonly depth: number;
}

/** A word of a command, with its place in the whole text. */
interface Field {
  readonly text: string;
  readonly range: TextRange;
  /** The offset of the text of the word, if it appears literally. */
  readonly base: number | undefined;
}

/** The commands that a node runs directly, and what it certainly prints. */
interface Run {
  readonly drafts: readonly CommandDraft[];
  readonly printed?: string | undefined;
}

const nothing: Run = { drafts: [] };

/** Reads the commands of a shell text, and of all texts that it runs, into a state. */
export class CommandReader {
  readonly #state: ReaderState;
  readonly #functions = new Map<string, { readonly body: SyntaxNode; readonly origin: Origin }>();
  /** The functions whose bodies are being read. A call of one of them adds nothing. */
  readonly #called = new Set<string>();

  constructor(state: ReaderState) {
    this.#state = state;
  }

  /** Reads a whole text. */
  readText(text: string): void {
    this.#readScript(this.#state.parse(text), {
      source: text,
      range: { start: 0, end: text.length },
      base: 0,
      wrappers: [],
      depth: 0,
    });
  }

  #readScript(script: ParsedScript, origin: Origin, input?: string): Run {
    const [error] = script.errors ?? [];
    const own = script.source === undefined ? origin : { ...origin, source: script.source, base: undefined };
    const run = this.#readAll(script.commands, own, input);
    if (error !== undefined) this.#readRoughly(own, error.message);
    return run;
  }

  /** Reads what the parser did not find in a text that is not in the language of this shell. */
  #readRoughly(origin: Origin, error: string): void {
    const isTooDeep = /nest|depth|deep/i.test(error);
    // Each substitution that is not closed has an error, for the same text.
    if (!isTooDeep && !this.#state.isFirstRoughReading(origin.source)) return;
    const parts = isTooDeep ? undefined : readOtherShell(origin.source);
    if (parts === undefined) this.#state.reportIncomplete(error);
    const found = new Set(this.#state.drafts.map(({ location }) => location.start));
    for (const part of parts ?? []) {
      const location = locate(origin, part.location.start, part.location.end);
      if (!found.has(location.start)) this.#state.add({ ...part, location });
    }
  }

  #readAll(nodes: readonly SyntaxNode[], origin: Origin, input: string | undefined): Run {
    const runs = nodes.map((node) => this.#readNode(node, origin, input));
    const printed = runs.every((run) => run.printed !== undefined) ? runs.map((run) => run.printed).join("") : undefined;
    return { drafts: runs.flatMap(({ drafts }) => drafts), printed };
  }

  #readNode(node: SyntaxNode, origin: Origin, input: string | undefined): Run {
    this.#state.spend(stepsOfNode);
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- other nodes are read through their children
    switch (node.type) {
      case "Command":
        return this.#readCommand(node, origin, input);
      case "Pipeline":
        return this.#readPipeline(node.commands, origin, input);
      case "Statement":
        return this.#readAll([node.command], origin, input);
      case "AndOr":
        return { drafts: this.#readAll(node.commands, origin, input).drafts };
      case "Redirected": {
        const { redirects, input: own } = this.#readRedirects(node.redirects, origin);
        this.#addRedirects(redirects, node, origin);
        const run = this.#readNode(node.command, origin, own ?? input);
        return redirects.length > 0 ? { drafts: run.drafts } : run;
      }
      case "Function":
        this.#functions.set(node.name.value, { body: node.body, origin });
        return { drafts: this.#readNode(node.body, origin, undefined).drafts };
      case "For":
        return this.#readLoop(node.name.value, node.wordlist, node.body, origin, input);
      case "Word":
        this.#expand(node, origin);
        return nothing;
      case "Assignment":
        this.#assign(node, origin);
        return nothing;
      case "CommandExpansion":
      case "ProcessSubstitution":
        return node.script === undefined ? nothing : this.#readScript(node.script, deeper(origin, node));
      default: {
        const { drafts, printed } = this.#readAll(childrenOf(node), origin, input);
        return groups.has(node.type) ? { drafts, printed } : { drafts };
      }
    }
  }

  #readPipeline(nodes: readonly SyntaxNode[], origin: Origin, input: string | undefined): Run {
    const earlier: CommandDraft[] = [];
    let printed = input;
    for (const node of nodes) {
      const run = this.#readNode(node, origin, printed);
      linkPipeline(earlier, run.drafts, this.#state);
      earlier.push(...run.drafts);
      printed = run.printed;
    }
    return { drafts: earlier, printed };
  }

  #readLoop(name: string, words: readonly Word[] | undefined, body: SyntaxNode, origin: Origin, input: string | undefined): Run {
    const values = (words ?? []).flatMap((word) => this.#expand(word, origin).map(({ text }) => text));
    if (values.length > commandLimits.loopValues) {
      this.#state.reportIncomplete(`a loop has more than ${commandLimits.loopValues} values`);
    }
    const drafts: CommandDraft[] = [];
    for (const [at, value] of (values.length === 0 ? [undefined] : values.slice(0, commandLimits.loopValues)).entries()) {
      // Loops in loops multiply.
      if (at > 0 && !this.#state.canReadInner(body.end - body.pos)) break;
      if (value !== undefined) this.#state.variables.set(name, value);
      drafts.push(...this.#readNode(body, origin, input).drafts);
    }
    return { drafts };
  }

  #readCommand(node: Command, origin: Origin, input: string | undefined): Run {
    for (const prefix of node.prefix) if (prefix.type === "Assignment") this.#assign(prefix, origin);
    const { redirects, input: own } = this.#readRedirects(node.redirects, origin);
    const fed: CommandDraft[] = [];
    const fields = node.name === undefined ? [] : this.#expand(node.name, origin, fed);
    for (const argument of node.args) {
      if (argument.type === "Word") for (const field of this.#expand(argument, origin, fed)) fields.push(field);
      else {
        const text = this.#assign(argument, origin);
        fields.push({ text, range: locate(origin, argument.pos, argument.end), base: undefined });
      }
    }
    if (fields.length === 0) this.#addRedirects(redirects, node, origin);
    const run = this.#run(fields, origin, { redirects, input: own ?? input });
    const [first] = run.drafts;
    // `bash -c "$(curl …)"`, `source <(curl …)`: the shell runs what the inner commands print.
    if (first !== undefined && fed.length > 0 && runsWords.test(first.program)) linkPipeline(fed, run.drafts, this.#state);
    const outputs = redirects.filter(({ operator }) => operator.includes(">") && operator !== ">&");
    for (const { target } of outputs) if (run.printed !== undefined) this.#state.files.set(target, run.printed);
    return outputs.length > 0 ? { drafts: run.drafts } : run;
  }

  /** Records redirections without a program, as a command with an empty name: `> file` empties the file. */
  #addRedirects(
    redirects: readonly CommandRedirect[],
    { pos, end }: { readonly pos: number; readonly end: number },
    origin: Origin,
  ): void {
    if (!redirects.some(({ operator }) => operator.includes(">"))) return;
    const location = locate(origin, pos, end);
    const { wrappers: outer } = origin;
    this.#state.add({ program: "", words: [], redirects, wrappers: outer, location, pipesInto: new Set(), pipesFrom: new Set() });
  }

  /** Records a command, and reads what it runs. */
  #run(
    fields: readonly Field[],
    origin: Origin,
    { redirects, input }: { readonly redirects: readonly CommandRedirect[]; readonly input: string | undefined },
  ): Run {
    const [name] = fields;
    if (name === undefined) return nothing;
    if (origin.depth > commandLimits.depth) {
      this.#state.reportIncomplete(`its commands are nested deeper than ${commandLimits.depth}`);
      return nothing;
    }
    const program = knownProgramOf(programNameOf(name.text));
    const texts = fields.map(({ text }) => text);
    const words = texts.slice(1);
    const draft: CommandDraft = {
      program: programNameOf(name.text),
      words,
      redirects,
      wrappers: origin.wrappers,
      location: { start: name.range.start, end: fields.at(-1)?.range.end ?? name.range.end },
      pipesInto: new Set(),
      pipesFrom: new Set(),
    };
    this.#state.add(draft);
    const inner: Origin = { ...origin, wrappers: [...origin.wrappers, program], depth: origin.depth + 1 };
    const runs = unwrapCommand(program, texts);
    const found = program === "find" ? this.#foundFiles(fields) : [];
    const drafts = [draft, ...runs.flatMap((run) => this.#readInner(run, fields, inner, input, found).drafts)];
    if (input !== undefined && runsInput(program, runs, words))
      drafts.push(...this.#withParameters(parametersOf(words), () => this.#readWords(input, draft.location, inner)).drafts);
    drafts.push(
      ...this.#readScriptFile(name.text, words, draft.location, inner),
      ...this.#readCode(program, fields, input, draft.location, inner),
    );
    drafts.push(...this.#readFunction(name.text, words, inner, input));
    if (program === "set") this.#setParameters(words);
    if (program === "shift") this.#state.shiftParameters(/^\d+$/.test(words[0] ?? "") ? Number(words[0]) : 1);
    if (program === "alias") for (const word of words) this.#readWords(word.replace(/^[^=]*=/, ""), draft.location, inner);
    if (program === "tee" && input !== undefined) for (const word of words) this.#state.files.set(word, input);
    const read = input ?? this.#inputFileOf(redirects);
    if (read !== undefined && !this.#state.canExpand(read.length)) return { drafts };
    return { drafts, printed: printedTextOf(program, words, read) };
  }

  /** Reads the body of a function with the parameters of a call. */
  #readFunction(name: string, words: readonly string[], origin: Origin, input: string | undefined): readonly CommandDraft[] {
    const called = this.#functions.get(name);
    if (called === undefined || this.#called.has(name)) return [];
    this.#called.add(name);
    const restore = this.#state.bindParameters(words);
    const { drafts } = this.#readNode(called.body, { ...called.origin, wrappers: origin.wrappers, depth: origin.depth }, input);
    restore();
    this.#called.delete(name);
    return drafts;
  }

  /** What stands for `{}` in the commands of `find`: where it starts. None if it looks for certain files only. */
  #foundFiles(fields: readonly Field[]): readonly string[] {
    if (fields.some(({ text }) => findTests.test(text))) return [];
    const words = fields.slice(1).map(({ text }) => text);
    const from = words.findIndex((word) => !/^-(?:[HLPXEdsx]|O\d)$/.test(word));
    const to = words.findIndex((word, at) => at >= from && /^[-(!]/.test(word));
    const starts = from === -1 ? [] : words.slice(from, to === -1 ? words.length : to);
    const limit = commandLimits.foundFiles;
    if (starts.length > limit) this.#state.reportIncomplete(`a find starts at more than ${limit} paths`);
    return starts.slice(0, limit);
  }

  #inputFileOf(redirects: readonly CommandRedirect[]): string | undefined {
    const file = redirects.find(({ operator }) => operator === "<");
    return file === undefined ? undefined : this.#state.files.get(file.target);
  }

  #readInner(run: InnerRun, fields: readonly Field[], origin: Origin, input: string | undefined, found: readonly string[]): Run {
    if (run.kind === "words") {
      const inner = fields
        .slice(run.from, run.to)
        .flatMap((field) => (field.text === "{}" && found.length > 0 ? found.map((text) => ({ ...field, text })) : [field]));
      const isAppended = origin.wrappers.at(-1) === "xargs" && input !== undefined && this.#state.canExpand(input.length);
      const appended = isAppended ? fieldsOf(input, inner[0]) : [];
      return this.#run([...inner, ...appended], origin, { redirects: [], input });
    }
    const [from, to] = run.kind === "part" ? [run.at, run.at + 1] : [run.from, run.to];
    const used = fields.slice(from, to);
    const [first] = used;
    if (first === undefined) return nothing;
    const passed = isShell(origin.wrappers.at(-1) ?? "") && run.kind === "text" ? fields.slice(to).map(({ text }) => text) : [];
    if (passed.length > 0)
      return this.#withParameters(
        passed.slice(1),
        () => this.#readInner(run, fields.slice(0, to), origin, input, found),
        passed[0],
      );
    if (run.kind === "text" && origin.wrappers.at(-1) === "parallel")
      return this.#readParallel(used, fields.slice(to), origin, input);
    if (used.length === 1) {
      const skipped = run.kind === "part" ? run.offset : 0;
      const base = first.base === undefined ? undefined : first.base + skipped;
      return this.#readWords(first.text.slice(skipped), first.range, origin, base, input);
    }
    const range = { start: first.range.start, end: used.at(-1)?.range.end ?? first.range.end };
    return this.#readWords(used.map(({ text }) => text).join(" "), range, origin, undefined, input);
  }

  /** Reads `set -- a b` and `set a b`. */
  #setParameters(words: readonly string[]): void {
    const from = words.findIndex((word) => !/^[-+][a-zA-Z]/.test(word));
    if (from !== -1) this.#state.bindParameters(words.slice(words[from] === "--" || words[from] === "-" ? from + 1 : from));
  }

  /** Reads with `$1`, `$2`, …, if there are any. */
  #withParameters(words: readonly string[], read: () => Run, name?: string): Run {
    if (words.length === 0 && name === undefined) return read();
    const restore = this.#state.bindParameters(words, name);
    const run = read();
    restore();
    return run;
  }

  /** Reads the command of `parallel`, with the arguments after `:::` or on its input. */
  #readParallel(command: readonly Field[], rest: readonly Field[], origin: Origin, input: string | undefined): Run {
    const written = command.map(({ text }) => text).join(" ");
    const range = { start: command[0]?.range.start ?? origin.range.start, end: command.at(-1)?.range.end ?? origin.range.end };
    const isAppended = rest.length === 0 && input !== undefined && this.#state.canExpand(input.length);
    const values = isAppended ? input : rest.flatMap(({ text }) => (text.startsWith(":::") ? [] : [text])).join(" ");
    const text = written.includes("{}") ? written.replaceAll("{}", () => values) : `${written} ${values}`;
    return this.#state.canExpand(text.length) ? this.#readWords(text, range, origin, undefined, input) : nothing;
  }

  /** Reads a text inside the text. */
  #readWords(text: string, range: TextRange, origin: Origin, base?: number, input?: string): Run {
    if (origin.depth > commandLimits.depth) {
      this.#state.reportIncomplete(`its commands are nested deeper than ${commandLimits.depth}`);
      return nothing;
    }
    if (!this.#state.canReadInner(text.length)) return nothing;
    const program = origin.wrappers.at(-1);
    if (base === undefined && program !== undefined) this.#state.code.push({ program, code: text, location: range });
    return this.#readScript(this.#state.parse(text), { ...origin, source: text, range, base, depth: origin.depth + 1 }, input);
  }

  /** Reads a script that the same text has written: `bash file`, `source file`, `./file`. */
  #readScriptFile(path: string, words: readonly string[], range: TextRange, origin: Origin): readonly CommandDraft[] {
    const program = programNameOf(path);
    const runsFile = isShell(program) || program === "source" || program === ".";
    const names = runsFile ? words.filter((word) => !word.startsWith("-")).slice(0, 1) : path.includes("/") ? [path] : [];
    const passed = runsFile ? words.slice(words.indexOf(names[0] ?? "") + 1) : words;
    return names.flatMap((file) => {
      const content = this.#state.files.get(file) ?? this.#state.files.get(file.replace(/^\.\//, ""));
      return content === undefined ? [] : this.#withParameters(passed, () => this.#readWords(content, range, origin)).drafts;
    });
  }

  #readCode(
    program: string,
    fields: readonly Field[],
    input: string | undefined,
    range: TextRange,
    origin: Origin,
  ): readonly CommandDraft[] {
    const words = fields.slice(1).map(({ text }) => text);
    const language = interpreterOf(program);
    if (language === undefined) return [];
    const fromWords = codeIn(language, words);
    const codes = fromWords.length === 0 && input !== undefined ? [input] : fromWords;
    return codes.flatMap((code) => {
      const codeRange = fields.find(({ text }) => text === code)?.range ?? range;
      if (!this.#state.canReadInner(code.length)) return [];
      this.#state.code.push({ program, code, location: codeRange });
      const texts = language === "powershell" || language === "pwsh" ? [code] : shellTextsIn(code);
      if (texts.length > maxCalls) this.#state.reportIncomplete(`a code in it has more than ${maxCalls} calls`);
      return texts.flatMap((text) => this.#readWords(text, range, origin).drafts);
    });
  }

  #expand(word: Word, origin: Origin, fed: CommandDraft[] = []): Field[] {
    const range = locate(origin, word.pos, word.end);
    const texts = expandWord(word, this.#state, (part) => {
      if (part.script === undefined) return undefined;
      const run = this.#readScript(part.script, deeper(origin, part));
      fed.push(...run.drafts);
      if (part.type === "CommandExpansion") return run.printed;
      // A shell can run the substitution as a file.
      if (run.printed !== undefined) this.#state.files.set(part.text, run.printed);
      return undefined;
    });
    const raw = origin.source.slice(word.pos, word.end);
    return texts.map((text) => {
      const at = origin.base === undefined || texts.length > 1 ? -1 : raw.indexOf(text);
      return { text, range, base: at === -1 || origin.base === undefined ? undefined : origin.base + word.pos + at };
    });
  }

  /** Sets a variable. Returns the assignment without quotes. */
  #assign({ name, value, append }: Extract<SyntaxNode, { readonly type: "Assignment" }>, origin: Origin): string {
    if (value.type === "ArrayValue") {
      const elements = value.elements.flatMap((element) => this.#expand(element, origin).map(({ text }) => text));
      const all = append === true ? [...(this.#state.arrays.get(name) ?? []), ...elements] : elements;
      this.#state.spend(all.length);
      this.#state.arrays.set(name, all);
      this.#state.variables.set(name, all[0] ?? "");
      return `${name}=(${elements.join(" ")})`;
    }
    const text = this.#expand(value, origin)
      .map((field) => field.text)
      .join(" ");
    const stored = append === true ? (this.#state.variables.get(name) ?? "") + text : text;
    if (this.#state.canExpand(stored.length)) this.#state.variables.set(name, stored);
    return `${name}${append === true ? "+=" : "="}${text}`;
  }

  #readRedirects(
    nodes: readonly Redirection[],
    origin: Origin,
  ): { readonly redirects: readonly CommandRedirect[]; readonly input: string | undefined } {
    const redirects: CommandRedirect[] = [];
    let input: string | undefined;
    for (const node of nodes) {
      if (node.type === "HereDoc") {
        input = node.body.text;
        for (const part of node.body.parts ?? []) this.#readNode(part, origin, undefined);
      } else {
        const target =
          node.target === undefined
            ? ""
            : this.#expand(node.target, origin)
                .map(({ text }) => text)
                .join(" ");
        if (node.type === "HereString") input = target;
        else redirects.push({ operator: node.operator, target });
      }
    }
    return { redirects, input };
  }
}

/** Nodes that print what their parts print. */
const groups: ReadonlySet<string> = new Set(["CompoundList", "Subshell", "BraceGroup"]);

/** Programs that run text in their arguments, or a file that is one. */
const runsWords = /^(?:(?:ba|z|da|k|a)?sh|fish|eval|source|\.|python[\d.]*|node|perl|ruby|php)$/;

function runsInput(program: string, runs: readonly InnerRun[], words: readonly string[]): boolean {
  const spec = Object.hasOwn(wrappers, program) ? wrappers[program] : undefined;
  if (spec?.runsInput !== true || runs.length > 0) return program === "source" || program === "at" || program === "batch";
  // With an operand a shell runs that file, except with `-s`.
  const isFile = isShell(program) && words.some((word) => !word.startsWith("-") && word !== "/dev/stdin");
  return !isFile || words.some((word) => /^-\w*s/.test(word));
}

/** The parameters of a shell that reads its input: `bash -s -- a b`. */
function parametersOf(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => /^-\w*s$/.test(word));
  const rest = at === -1 ? [] : words.slice(at + 1);
  return rest[0] === "--" ? rest.slice(1) : rest;
}

function deeper(origin: Origin, { pos, end }: { readonly pos: number; readonly end: number }): Origin {
  return { ...origin, range: locate(origin, pos, end), depth: origin.depth };
}

function locate({ base, range }: Origin, pos: number, end: number): TextRange {
  return base === undefined ? range : { start: base + pos, end: base + end };
}

const findTests = /^-(?:i?name|i?path|i?regex|i?wholename|newer\w*|[acm](?:min|time)|size|user|group|empty|perm|inum)$/;

/** The words that `xargs` adds to its command. */
function fieldsOf(input: string, like: Field | undefined): readonly Field[] {
  if (like === undefined) return [];
  return input
    .split(/\s+/)
    .filter((text) => text !== "")
    .map((text) => ({ text, range: like.range, base: undefined }));
}
