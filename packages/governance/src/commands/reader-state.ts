import type { ParsedScript } from "unbash";
import { commandLimits, type CommandRedirect, type EmbeddedCode, type ParsedCommand, type TextRange } from "./parsed-command.ts";
import { parseShell } from "./parse-shell.ts";
import { readPlainScript } from "./plain-script.ts";

/** A command while its pipeline is read. */
export interface CommandDraft {
  readonly program: string;
  readonly words: readonly string[];
  readonly redirects: readonly CommandRedirect[];
  readonly wrappers: readonly string[];
  readonly location: TextRange;
  readonly pipesInto: Set<string>;
  readonly pipesFrom: Set<string>;
}

/** The steps for one node of the syntax tree, apart from its characters. */
export const stepsOfNode = 8;

/** The steps for one value that is inserted. */
const stepsOfValue = 40;

/** Ends the reading of a text. What was found before is valid. */
export class ReadingStopped extends Error {}

/** What is collected while one text is read, and how much of each limit is used. */
export class ReaderState {
  readonly drafts: CommandDraft[] = [];
  readonly code: EmbeddedCode[] = [];
  /** The variables that the text sets. */
  readonly variables = new Map<string, string>();
  /** The elements of the arrays that the text sets. */
  readonly arrays = new Map<string, readonly string[]>();
  /** The files that the text writes, with their content. */
  readonly files = new Map<string, string>();
  /** Positions at which a text was read already, so that reading it for each value of a loop does not repeat commands. */
  readonly #known = new Set<string>();
  readonly #readRoughly = new Set<string>();
  #incomplete: string | undefined;
  #steps = 0;
  #hereDocuments = 0;
  #innerLength = 0;
  #expandedLength = 0;
  /** `$1`, `$2`, …, if the text sets them. */
  #parameters: readonly string[] | undefined;
  #name: string | undefined;
  readonly #parse: (text: string) => ParsedScript;

  /** @param parse parses a text. Default: without the parser, if the text is plain. */
  constructor(parse = (text: string): ParsedScript => readPlainScript(text) ?? parseShell(text)) {
    this.#parse = parse;
  }

  get incomplete(): string | undefined {
    return this.#incomplete;
  }

  /** Records why commands may be missing. The first reason counts. */
  reportIncomplete(reason: string): void {
    this.#incomplete ??= reason;
  }

  /** The number of steps so far. */
  get steps(): number {
    return this.#steps;
  }

  /** Counts steps. Throws {@link ReadingStopped} if there are too many. */
  spend(steps: number): void {
    // A step that would exceed the limit is not taken.
    this.#steps = Math.min(this.#steps + steps, commandLimits.steps + 1);
    if (this.#steps > commandLimits.steps) throw new ReadingStopped(`reading it takes more than ${commandLimits.steps} steps`);
  }

  /** Parses a text: up to the line in which there are too many here-documents. */
  parse(written: string): ParsedScript {
    const text = withNewlines(written);
    this.spend(text.length);
    const remaining = commandLimits.hereDocuments - this.#hereDocuments;
    const parts = text.split("<<", remaining + 2);
    this.#hereDocuments += parts.length - 1;
    if (parts.length <= remaining + 1) return this.#parse(text);
    this.reportIncomplete(`it has more than ${commandLimits.hereDocuments} here-documents`);
    const end = parts
      .slice(0, remaining + 1)
      .join("<<")
      .lastIndexOf("\n");
    return this.#parse(text.slice(0, end + 1));
  }

  /** Whether a text is read roughly for the first time. */
  isFirstRoughReading(text: string): boolean {
    this.spend(text.length + this.drafts.length);
    const isFirst = !this.#readRoughly.has(text);
    this.#readRoughly.add(text);
    return isFirst;
  }

  /**
   * Sets `$1`, `$2`, … and `$@`, and returns a function that restores their values.
   *
   * @param name the value of `$0`. Default: as it was.
   */
  bindParameters(words: readonly string[], name = this.#name): () => void {
    const [outer, outerName] = [this.#parameters, this.#name];
    this.spend(words.length);
    this.#parameters = words;
    this.#name = name;
    return () => {
      this.#parameters = outer;
      this.#name = outerName;
    };
  }

  /** Removes the first parameters: `shift`. */
  shiftParameters(count: number): void {
    this.#parameters = this.#parameters?.slice(count);
  }

  /** The value of a variable or of a parameter. Undefined if the text does not determine it. */
  valueOf(name: string): string | undefined {
    if (name === "0") return this.#name;
    if (/^[1-9]\d{0,5}$/.test(name)) return this.#parameters?.[Number(name) - 1];
    if (name !== "@" && name !== "*") return this.variables.get(name);
    if (this.#parameters !== undefined) this.spend(this.#parameters.length);
    return this.#parameters?.join(" ");
  }

  /** Adds a command. Throws {@link ReadingStopped} if there are too many. */
  add(draft: CommandDraft): void {
    if (this.drafts.length >= commandLimits.commands)
      throw new ReadingStopped(`it has more than ${commandLimits.commands} commands`);
    const { program, words, wrappers, location } = draft;
    this.spend(words.length + wrappers.length);
    const key = JSON.stringify([location.start, location.end, program, words, wrappers]);
    if (!this.#known.has(key)) this.drafts.push(draft);
    this.#known.add(key);
  }

  /** Whether a text inside the text may be read. */
  canReadInner(length: number): boolean {
    this.#innerLength += length;
    if (this.#innerLength <= commandLimits.innerLength) return true;
    this.reportIncomplete(`the texts in it have more than ${commandLimits.innerLength} characters`);
    return false;
  }

  /** Whether a value may be inserted. */
  canExpand(length: number): boolean {
    this.#expandedLength += length;
    this.spend(stepsOfValue);
    if (this.#expandedLength <= commandLimits.expandedLength) return true;
    this.reportIncomplete(`its variables have more than ${commandLimits.expandedLength} characters`);
    return false;
  }
}

/** Completes a command: separates flags from operands. */
export function finishCommand({ pipesInto, pipesFrom, ...draft }: CommandDraft): ParsedCommand {
  const end = draft.words.indexOf("--");
  const isFlag = (word: string, at: number): boolean => word.startsWith("-") && word !== "-" && (end === -1 || at < end);
  return {
    ...draft,
    flags: draft.words.filter(isFlag),
    operands: draft.words.filter((word, at) => at !== end && !isFlag(word, at)),
    pipesInto: [...pipesInto],
    pipesFrom: [...pipesFrom],
  };
}

/** Records that the output of some commands is the input of others: of the last and the first ones, if there are too many. */
export function linkPipeline(earlier: readonly CommandDraft[], later: readonly CommandDraft[], state: ReaderState): void {
  const limit = commandLimits.pipelineCommands;
  if (earlier.length > limit || later.length > limit) state.reportIncomplete(`a pipeline has more than ${limit} commands`);
  const from = earlier.slice(-limit);
  const into = later.slice(0, limit);
  state.spend(2 * (from.length + into.length));
  const sources = programsOf(from);
  const targets = programsOf(into);
  for (const draft of from) for (const program of targets) draft.pipesInto.add(program);
  for (const draft of into) for (const program of sources) draft.pipesFrom.add(program);
}

function programsOf(drafts: readonly CommandDraft[]): ReadonlySet<string> {
  return new Set(drafts.map(({ program }) => program).filter((program) => program !== ""));
}

/** Replaces the line ends of Windows by newlines. Offsets remain the same. */
function withNewlines(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\\\r\n", " \\\n").replaceAll("\r\n", "\n\n") : text;
}
