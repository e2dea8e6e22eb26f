import type { RunKind } from "../../model/policy.ts";
import { commandLimits, type ParsedCommand } from "../parsed-command.ts";
import type { ProjectFiles } from "../project-files.ts";
import type { ReadingLimits } from "./reading-limits.ts";

/** A command before its pipeline is known. */
export type NewCommand = Pick<
  ParsedCommand,
  "program" | "words" | "redirects" | "wrappers" | "location" | "directory" | "environment"
>;

/** A command while its pipeline is read. */
export interface CommandDraft extends NewCommand {
  /** What it runs that needs attention. `input`: it runs its input, which is not known. */
  readonly runs: Set<RunKind | "input">;
  readonly pipesInto: Set<string>;
  readonly pipesFrom: Set<string>;
}

export function finishCommand(
  { pipesInto, pipesFrom, runs: kinds, ...draft }: CommandDraft,
  project?: ProjectFiles,
): ParsedCommand {
  // Without a pipeline or a redirection, the input is the terminal.
  const hasInput = pipesFrom.size > 0 || draft.redirects.some(({ operator }) => operator === "<");
  const runs = new Set([...kinds].flatMap((kind) => (kind !== "input" ? [kind] : hasInput ? ["unread" as const] : [])));
  const end = draft.words.indexOf("--");
  const isFlag = (word: string, at: number): boolean => word.startsWith("-") && word !== "-" && (end === -1 || at < end);
  return {
    ...draft,
    ...(project !== undefined && { project }),
    ...(runs.size > 0 && { runs: [...runs] }),
    flags: draft.words.filter(isFlag),
    operands: draft.words.filter((word, at) => at !== end && !isFlag(word, at)),
    pipesInto: [...pipesInto],
    pipesFrom: [...pipesFrom],
  };
}

/** Records a pipeline between commands: between the last and the first ones, if there are too many. */
export function linkPipeline(earlier: readonly CommandDraft[], later: readonly CommandDraft[], limits: ReadingLimits): void {
  const max = commandLimits.pipelineCommands;
  if (earlier.length > max || later.length > max) limits.reportIncomplete(`a pipeline has more than ${max} commands`);
  const from = earlier.slice(-max);
  const into = later.slice(0, max);
  limits.spend(2 * (from.length + into.length));
  const sources = programsOf(from);
  const targets = programsOf(into);
  for (const draft of from) for (const program of targets) draft.pipesInto.add(program);
  for (const draft of into) for (const program of sources) draft.pipesFrom.add(program);
}

function programsOf(drafts: readonly CommandDraft[]): ReadonlySet<string> {
  return new Set(drafts.map(({ program }) => program).filter((program) => program !== ""));
}
