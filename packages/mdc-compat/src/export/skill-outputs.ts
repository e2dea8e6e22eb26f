import type { FidelityNote, Rule, RuleCodec } from "@precept/core";
import type { Dialect } from "../model/dialect.ts";
import { expands } from "../skills/expansions.ts";
import { findSkillCodec, skill } from "../skills/formats.ts";
import type { SkillHost } from "../skills/skill-host.ts";
import { findSkillHost, skillHosts } from "../skills/skill-hosts.ts";
import { canTravelAsSkill } from "../skills/can-travel-as-skill.ts";
import { getSkillStem } from "../skills/skill-name.ts";
import type { RuleOutput } from "./rule-output.ts";

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
}

/** Whether an inclusion can be that of a skill. Rules that apply by file are placed in directories instead. */
export function isSkillInclusion({ inclusion }: Rule): boolean {
  return inclusion === "agentRequested" || inclusion === "manual";
}

/**
 * Chooses the directories of skills for a rule: as few as possible, and those that no target reads twice. A directory is not used if one of the
 * targets would read the skill there in another way, such as by choosing it by itself although the rule is manual.
 */
export function findSkillOutputs({ rule, needing, readers, chooseName }: SkillRequest): SkillOutputs {
  const chosen = new Map<string, RuleOutput>();
  const written: { target: Dialect; output: RuleOutput }[] = [];
  const refused: { target: Dialect; notes: readonly FidelityNote[] }[] = [];
  const print = (directory: string): RuleOutput => {
    const codec = findDirectoryCodec(directory);
    const name = chooseName(directory, getSkillStem(rule.name));
    return { path: `${directory}/${name}/SKILL.md`, codec, rule: { ...rule, name }, preserved: {} };
  };
  for (const target of needing.toSorted(
    (left, right) => listDirectories(left, rule).length - listDirectories(right, rule).length,
  )) {
    const travel = canTravelAsSkill(rule, target.id);
    const usable = listDirectories(target, rule).filter((directory) => readsTheSame(target, print(directory), rule));
    const covered = usable.flatMap((directory) => chosen.get(directory) ?? [])[0];
    if (covered !== undefined) {
      written.push({ target, output: covered });
      continue;
    }
    const misreaders = new Map(
      usable.map((directory) => [
        directory,
        readers.find((other) => listDirectories(other, rule).includes(directory) && !readsTheSame(other, print(directory), rule)),
      ]),
    );
    const safe = usable.filter((directory) => misreaders.get(directory) === undefined);
    const [best] = safe.toSorted((left, right) => countSecondReads(left) - countSecondReads(right));
    if (best === undefined) {
      refused.push({ target, notes: travel.possible ? explainRefusal(target, misreaders) : travel.notes });
      continue;
    }
    const output = print(best);
    chosen.set(best, output);
    written.push({ target, output });
  }
  return { written, refused };

  function countSecondReads(directory: string): number {
    return readers.filter((reader) => {
      const directories = listDirectories(reader, rule);
      return directories.includes(directory) && directories.some((other) => chosen.has(other));
    }).length;
  }
}

/** The directories of skills that a target reads for a rule. A rule of a subdirectory needs a tool that reads skills there. */
function listDirectories({ id }: Dialect, { origin }: Rule): readonly string[] {
  const host = findSkillHost(id);
  if (host === undefined || id === "skill" || (origin.base !== undefined && host.nested !== true)) return [];
  return origin.base === undefined ? host.dirs : host.dirs.map((dir) => `${origin.base}/${dir}`);
}

/** The codec of the tool that a directory of skills belongs to. */
function findDirectoryCodec(directory: string): RuleCodec {
  const owner = skillHosts.find(({ own }) => own.some((dir) => directory === dir || directory.endsWith(`/${dir}`)));
  return (owner === undefined ? undefined : findSkillCodec(owner.id)) ?? skill;
}

/** Whether a target would read the skill as the rule says. */
function readsTheSame({ id }: Dialect, { codec, rule, path }: RuleOutput, original: Rule): boolean {
  const host = findSkillHost(id);
  const own = findSkillCodec(id);
  if (host === undefined || own === undefined || !canTravelAsSkill(original, id).possible) return false;
  const { text, notes } = codec.print({ ...rule, targets: [] });
  if (notes.some(({ kind }) => kind === "meaning") || (codec !== own && replaces(host, text))) return false;
  const { draft, diagnostics } = own.parse({ text, path: path.split("/").slice(-2).join("/"), file: path });
  return (
    draft?.inclusion === original.inclusion &&
    draft.description.trim() === original.description.trim() &&
    diagnostics.every(({ code }) => code !== "skill/unreachable")
  );
}

function replaces({ expansions }: SkillHost, text: string): boolean {
  return expansions.some((expansion) => expands(text, expansion));
}

function explainRefusal({ title }: Dialect, misreaders: ReadonlyMap<string, Dialect | undefined>): readonly FidelityNote[] {
  const messages = [...misreaders].flatMap(([directory, reader]) =>
    reader === undefined ? [] : [`${reader.title} reads skills in ${directory} too, and would use this one differently.`],
  );
  const all = messages.length > 0 ? messages : [`No directory of skills that ${title} reads can hold the rule as it is.`];
  return all.map((message) => ({ field: "inclusion", kind: "meaning", message }));
}
