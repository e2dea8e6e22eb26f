import type { RunKind } from "../../model/policy.ts";
import type { ParsedScript } from "unbash";
import { commandLimits, type EmbeddedCode, type WorkingDirectory } from "../parsed-command.ts";
import { parseShell } from "../parse-shell.ts";
import { readPlainScript } from "../plain-script.ts";
import type { ProjectFiles } from "../project-files.ts";
import type { CommandDraft, NewCommand } from "./command-draft.ts";
import { KnownFiles } from "./known-files.ts";
import { ReadingLimits, ReadingStopped } from "./reading-limits.ts";
import { ShellVariables } from "./shell-variables.ts";

export class ReaderState {
  readonly limits = new ReadingLimits();
  readonly variables = new ShellVariables(this.limits);
  readonly drafts: CommandDraft[] = [];
  readonly code: EmbeddedCode[] = [];
  readonly files = new KnownFiles(this.limits);
  /** The files whose text is the input of the next commands. */
  pipedFiles: readonly string[] = [];
  /** The aliases that the text adds to the settings of git. */
  readonly gitAliases = new Map<string, string>();
  /** The files of the project. Undefined: no file is read. */
  readonly project: ProjectFiles | undefined;
  /** The scripts of the project that are being read. */
  readonly openScripts: string[] = [];
  /** Whether a script of the project was read. */
  hasOpened = false;
  /** The directory in which the next command runs. Undefined: the directory of the text. */
  directory: WorkingDirectory | undefined;
  /** The directories to which `popd` returns. */
  readonly pushed: (WorkingDirectory | undefined)[] = [];
  /** Positions of commands that were found, so that reading a loop several times does not repeat them. */
  readonly #known = new Set<string>();
  readonly #readRoughly = new Set<string>();
  readonly #parse: (text: string) => ParsedScript;

  /**
   * @param parse parses a text. Default: without the parser, if the text is plain.
   * @param project the files of the project. Default: no file is read.
   */
  constructor(parse = (text: string): ParsedScript => readPlainScript(text) ?? parseShell(text), project?: ProjectFiles) {
    this.#parse = parse;
    this.project = project;
  }

  /** Parses a text: up to the line in which there are too many here-documents. */
  parse(written: string): ParsedScript {
    const text = withNewlines(written);
    this.limits.spend(text.length);
    return this.#parse(this.limits.cutHereDocuments(text));
  }

  /** Whether a text is read roughly for the first time. */
  isFirstRoughReading(text: string): boolean {
    this.limits.spend(text.length + this.drafts.length);
    const isFirst = !this.#readRoughly.has(text);
    this.#readRoughly.add(text);
    return isFirst;
  }

  /** Adds a command. Throws {@link ReadingStopped} if there are too many. */
  add(command: NewCommand): CommandDraft {
    if (this.drafts.length >= commandLimits.commands)
      throw new ReadingStopped(`it has more than ${commandLimits.commands} commands`);
    const { program, words, wrappers, location } = command;
    this.limits.spend(words.length + wrappers.length);
    const { directory = this.directory } = command;
    const key = JSON.stringify([location.start, location.end, program, words, wrappers, directory?.path]);
    const draft = {
      ...command,
      ...(directory !== undefined && { directory }),
      runs: new Set<RunKind | "input">(),
      pipesInto: new Set<string>(),
      pipesFrom: new Set<string>(),
    };
    if (!this.#known.has(key)) this.drafts.push(draft);
    this.#known.add(key);
    return draft;
  }
}

/** Replaces the line ends of Windows with newlines. Offsets remain the same. */
function withNewlines(text: string): string {
  return text.includes("\r\n") ? text.replaceAll("\\\r\n", " \\\n").replaceAll("\r\n", "\n\n") : text;
}
