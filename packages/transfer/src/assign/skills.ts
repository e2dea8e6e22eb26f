import type { FidelityNote, Rule, RuleCodec } from "@precept/core";
import {
  canTravelAsSkill,
  expands,
  findSkillCodec,
  findSkillHost,
  getSkillStem,
  isSkillFile,
  skill,
  skillHosts,
  type Dialect,
} from "@precept/mdc-compat";
import type { RuleOutput } from "../print/rule-output.ts";
import { writeOutputReferences } from "../print/write-output-references.ts";
import { isFor } from "../select/tools.ts";
import { belongsToOther, type Assignment } from "./assignment.ts";

export interface SkillChoice {
  readonly target: Dialect;
  readonly output?: RuleOutput;
  readonly notes: readonly FidelityNote[];
}

/** Whether a rule can be a skill. Rules that apply by file are placed in directories instead. */
export function isSkillInclusion({ inclusion }: Rule): boolean {
  return inclusion === "agentRequested" || inclusion === "manual";
}

/**
 * Chooses the directories of skills for a rule: as few as possible, and if possible such that no target reads the skill
 * twice. A directory is not used if a target would read the skill there in another way, such as by choosing it by
 * itself although the rule is manual.
 */
export function chooseSkills(assignment: Assignment, rule: Rule, needing: readonly Dialect[]): readonly SkillChoice[] {
  const { request, previous, others } = assignment;
  const readers = [...request.targets, ...others].filter((target) => isFor(rule, target));
  const listDirectories = (reader: Dialect, one: Rule): readonly string[] => {
    const linked = request.linkedDirectories;
    return [...new Set(listOwnDirectories(reader, one).map((directory) => linked?.get(directory) ?? directory))];
  };
  const canUse = (reader: Dialect, printed: PrintedSkill): boolean =>
    canTravelAsSkill(rule, reader.id).possible && isReadAs(rule, reader, printed);
  const directories = new Map(
    [...new Set(needing.flatMap((target) => listDirectories(target, rule)))].map((directory) => {
      const printed = printSkill(assignment, rule, directory);
      const isMisused = (reader: Dialect): boolean =>
        listDirectories(reader, rule).includes(directory) && !canUse(reader, printed);
      return [directory, { directory, printed, otherUse: readers.find(isMisused) }] as const;
    }),
  );
  // A skill stays where the last export wrote it, also for other tools, as long as it can.
  const previousSkills = previous.findPaths(rule).filter((path) => isSkillFile(path));
  const chosen = new Set(previousSkills.map((path) => path.split("/").slice(0, -2).join("/")));
  const countSecondReads = (directory: string): number =>
    readers.filter((reader) => {
      const read = listDirectories(reader, rule);
      return read.includes(directory) && read.some((other) => chosen.has(other));
    }).length;
  const countDirectories = (target: Dialect): number => listDirectories(target, rule).length;
  // Targets with one directory have no choice.
  return needing
    .toSorted((left, right) => countDirectories(left) - countDirectories(right))
    .map((target): SkillChoice => {
      const usable = listDirectories(target, rule)
        .flatMap((directory) => directories.get(directory) ?? [])
        .filter(({ printed }) => canUse(target, printed));
      const safe = usable.filter(({ otherUse }) => otherUse === undefined);
      const best =
        safe.find(({ directory }) => chosen.has(directory)) ??
        safe.toSorted((left, right) => countSecondReads(left.directory) - countSecondReads(right.directory))[0];
      if (best !== undefined) {
        chosen.add(best.directory);
        return { target, output: best.printed.output, notes: [] };
      }
      const travel = canTravelAsSkill(rule, target.id);
      return { target, notes: travel.possible ? explainRefusal(target, usable) : travel.notes };
    });
}

interface PrintedSkill {
  readonly output: RuleOutput;
  readonly text: string;
  /** Whether the file says what the rule says, for the tool that the directory belongs to. */
  readonly isExact: boolean;
}

function printSkill(assignment: Assignment, rule: Rule, directory: string): PrintedSkill {
  const codec = findDirectoryCodec(directory);
  const name = chooseSkillName(assignment, rule, directory);
  const file = { path: `${directory}/${name}/SKILL.md`, codec, rule: { ...rule, name }, preserved: {} };
  const output = writeOutputReferences(rule, file, [], assignment.request);
  const { text, notes } = codec.print({ ...output.rule, targets: [] });
  return { output, text, isExact: notes.every(({ kind }) => kind !== "meaning") };
}

/** Returns the name of a skill in a directory: the name of the last export, else the first free one. */
function chooseSkillName(assignment: Assignment, rule: Rule, directory: string): string {
  const stem = getSkillStem(rule.name);
  const isSkillHere = (path: string): boolean =>
    isSkillFile(path) && path.startsWith(`${directory}/`) && path.slice(directory.length + 1).split("/").length === 2;
  const known = assignment.previous.findPaths(rule).find(isSkillHere)?.split("/").at(-2);
  if (known?.startsWith(stem) === true && /^(?:-\d+)?$/.test(known.slice(stem.length))) return known;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? stem : `${stem}-${number}`;
    const path = `${directory}/${name}/SKILL.md`;
    const used = assignment.rulesAt.get(path.toLowerCase());
    if (used?.has(rule.id) !== false && !belongsToOther(assignment, path, rule)) return name;
  }
}

/** Lists the directories of skills that a target reads for a rule. Few tools read skills in subdirectories. */
function listOwnDirectories({ id }: Dialect, { origin }: Rule): readonly string[] {
  const host = findSkillHost(id);
  if (host === undefined || id === "skill" || (origin.base !== undefined && host.nested !== true)) return [];
  return origin.base === undefined ? host.dirs : host.dirs.map((dir) => `${origin.base}/${dir}`);
}

function findDirectoryCodec(directory: string): RuleCodec {
  const owner = skillHosts.find(({ own }) => own.some((dir) => directory === dir || directory.endsWith(`/${dir}`)));
  return (owner === undefined ? undefined : findSkillCodec(owner.id)) ?? skill;
}

function isReadAs(rule: Rule, { id }: Dialect, { output, text, isExact }: PrintedSkill): boolean {
  const host = findSkillHost(id);
  const own = findSkillCodec(id);
  if (host === undefined || own === undefined || !isExact) return false;
  if (output.codec !== own && host.expansions.some((expansion) => expands(text, expansion))) return false;
  const { draft, diagnostics } = own.parse({ text, path: output.path.split("/").slice(-2).join("/"), file: output.path });
  return (
    draft?.inclusion === rule.inclusion &&
    draft.description.trim() === rule.description.trim() &&
    diagnostics.every(({ code }) => code !== "skill/unreachable")
  );
}

function explainRefusal(
  { title }: Dialect,
  usable: readonly { readonly directory: string; readonly otherUse: Dialect | undefined }[],
): readonly FidelityNote[] {
  const messages = usable.flatMap(({ directory, otherUse }) =>
    otherUse === undefined ? [] : [`${otherUse.title} reads skills in ${directory} too, and would use this one differently.`],
  );
  const all = messages.length > 0 ? messages : [`No directory of skills that ${title} reads can hold the rule as it is.`];
  return all.map((message) => ({ field: "inclusion", kind: "meaning", message }));
}
