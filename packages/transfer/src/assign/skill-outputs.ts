import type { FidelityNote, Rule, RuleCodec } from "@precept/core";
import {
  type Dialect,
  expands,
  findSkillCodec,
  skill,
  type SkillHost,
  findSkillHost,
  skillHosts,
  canTravelAsSkill,
  getSkillStem,
} from "@precept/mdc-compat";
import type { RuleOutput } from "../print/rule-output.ts";

/** A skill for one or several targets, or why a target gets none. */
export interface SkillOutputs {
  readonly written: readonly { readonly target: Dialect; readonly output: RuleOutput }[];
  readonly refused: readonly { readonly target: Dialect; readonly notes: readonly FidelityNote[] }[];
}

export interface SkillRequest {
  readonly rule: Rule;
  /** The targets that have to get the rule as a skill. */
  readonly needing: readonly Dialect[];
  /** All targets that the rule is for. Some of them may read the skill too. */
  readonly readers: readonly Dialect[];
  /** Returns the name of the skill in a directory of skills. */
  readonly chooseName: (directory: string, stem: string) => string;
  /** Writes the references of the rule for a file. */
  readonly writeReferences: (output: RuleOutput) => RuleOutput;
}

/** Whether an inclusion can be that of a skill. Rules that apply by file are placed in directories instead. */
export function isSkillInclusion({ inclusion }: Rule): boolean {
  return inclusion === "agentRequested" || inclusion === "manual";
}

/**
 * Chooses the directories of skills for a rule: as few as possible, and those that no target reads twice. A directory is not used if one of the
 * targets would read the skill there in another way, such as by choosing it by itself although the rule is manual.
 */
export function findSkillOutputs(request: SkillRequest): SkillOutputs {
  const { rule, needing, readers } = request;
  const chosen = new Map<string, RuleOutput>();
  const written: { target: Dialect; output: RuleOutput }[] = [];
  const refused: { target: Dialect; notes: readonly FidelityNote[] }[] = [];
  const print = remember((directory: string) => printSkill(directory, request));
  const travelTo = remember((target: Dialect) => canTravelAsSkill(rule, target.id));
  const canUse = (target: Dialect, directory: string): boolean =>
    travelTo(target).possible && isReadAs(rule, target, print(directory));
  const findOtherUse = remember((directory: string) =>
    readers.find((reader) => listDirectories(reader, rule).includes(directory) && !canUse(reader, directory)),
  );
  const countSecondReads = (directory: string): number =>
    readers.filter((reader) => {
      const directories = listDirectories(reader, rule);
      return directories.includes(directory) && directories.some((other) => chosen.has(other));
    }).length;
  // Targets with one directory have no choice.
  for (const target of needing.toSorted((left, right) => countDirectories(left, rule) - countDirectories(right, rule))) {
    const usable = listDirectories(target, rule).filter((directory) => canUse(target, directory));
    const safe = usable.filter((directory) => findOtherUse(directory) === undefined);
    const known = safe.find((directory) => chosen.has(directory));
    const [best = known] =
      known === undefined ? safe.toSorted((left, right) => countSecondReads(left) - countSecondReads(right)) : [];
    if (best === undefined) {
      const travel = travelTo(target);
      const otherUses = usable.map((directory) => [directory, findOtherUse(directory)] as const);
      refused.push({ target, notes: travel.possible ? explainRefusal(target, otherUses) : travel.notes });
      continue;
    }
    chosen.set(best, print(best).output);
    written.push({ target, output: print(best).output });
  }
  return { written, refused };
}

/** A function that computes its result once for each argument. */
function remember<Argument, Result>(compute: (argument: Argument) => Result): (argument: Argument) => Result {
  const results = new Map<Argument, { readonly result: Result }>();
  return (argument) => {
    const known = results.get(argument) ?? { result: compute(argument) };
    results.set(argument, known);
    return known.result;
  };
}

interface PrintedSkill {
  readonly output: RuleOutput;
  readonly text: string;
  /** Whether the file says what the rule says, for the tool that the directory belongs to. */
  readonly isExact: boolean;
}

function printSkill(directory: string, { rule, chooseName, writeReferences }: SkillRequest): PrintedSkill {
  const codec = findDirectoryCodec(directory);
  const name = chooseName(directory, getSkillStem(rule.name));
  const output = writeReferences({ path: `${directory}/${name}/SKILL.md`, codec, rule: { ...rule, name }, preserved: {} });
  const { text, notes } = codec.print({ ...output.rule, targets: [] });
  return { output, text, isExact: notes.every(({ kind }) => kind !== "meaning") };
}

/** The directories of skills that a target reads for a rule. A rule of a subdirectory needs a tool that reads skills there. */
function listDirectories({ id }: Dialect, { origin }: Rule): readonly string[] {
  const host = findSkillHost(id);
  if (host === undefined || id === "skill" || (origin.base !== undefined && host.nested !== true)) return [];
  return origin.base === undefined ? host.dirs : host.dirs.map((dir) => `${origin.base}/${dir}`);
}

function countDirectories(target: Dialect, rule: Rule): number {
  return listDirectories(target, rule).length;
}

/** The codec of the tool that a directory of skills belongs to. */
function findDirectoryCodec(directory: string): RuleCodec {
  const owner = skillHosts.find(({ own }) => own.some((dir) => directory === dir || directory.endsWith(`/${dir}`)));
  return (owner === undefined ? undefined : findSkillCodec(owner.id)) ?? skill;
}

/** Whether a target would read the skill as the rule says. */
function isReadAs(rule: Rule, { id }: Dialect, { output, text, isExact }: PrintedSkill): boolean {
  const host = findSkillHost(id);
  const own = findSkillCodec(id);
  if (host === undefined || own === undefined || !isExact || (output.codec !== own && replaces(host, text))) return false;
  const { draft, diagnostics } = own.parse({ text, path: output.path.split("/").slice(-2).join("/"), file: output.path });
  return (
    draft?.inclusion === rule.inclusion &&
    draft.description.trim() === rule.description.trim() &&
    diagnostics.every(({ code }) => code !== "skill/unreachable")
  );
}

function replaces({ expansions }: SkillHost, text: string): boolean {
  return expansions.some((expansion) => expands(text, expansion));
}

function explainRefusal(
  { title }: Dialect,
  otherUses: readonly (readonly [directory: string, reader: Dialect | undefined])[],
): readonly FidelityNote[] {
  const messages = otherUses.flatMap(([directory, reader]) =>
    reader === undefined ? [] : [`${reader.title} reads skills in ${directory} too, and would use this one differently.`],
  );
  const all = messages.length > 0 ? messages : [`No directory of skills that ${title} reads can hold the rule as it is.`];
  return all.map((message) => ({ field: "inclusion", kind: "meaning", message }));
}
