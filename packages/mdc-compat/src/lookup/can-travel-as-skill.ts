import type { FidelityNote, Rule, RuleCodec } from "@precept/core";
import type { DialectId } from "../tools.ts";
import { findSkillCodec, findSkillHost } from "./skill-hosts.ts";
import { getSkillPath } from "../skills/skill-name.ts";

/** Whether and how a rule can be written as a skill for a tool. */
export type SkillTravel =
  | {
      readonly possible: true;
      readonly codec: RuleCodec;
      /** The directories with skills that the tool reads, the preferred one first. */
      readonly dirs: readonly [string, ...string[]];
      /** Path relative to one of `dirs`: `NAME/SKILL.md`. */
      readonly path: string;
      /** What the skill does not store, or stores in another form. */
      readonly notes: readonly FidelityNote[];
    }
  | {
      readonly possible: false;
      /** Why the rule would mean something else as a skill. Empty if the tool reads no skills. */
      readonly notes: readonly FidelityNote[];
    };

/**
 * Decides whether a rule keeps its meaning as a skill of a tool. Rules that always apply never do; rules that have to
 * be requested do where the tool can keep the agent from choosing a skill; rules that apply by file do where the tool
 * reads `paths`.
 *
 * @example
 * ```ts
 * import { createRule } from "@precept/core";
 * import { canTravelAsSkill } from "@precept/mdc-compat";
 *
 * const rule = createRule({ id: "project:deploy", name: "deploy", description: "How to deploy", inclusion: "manual" });
 * console.log(canTravelAsSkill(rule, "claude").possible, canTravelAsSkill(rule, "gemini").possible); // true false
 * ```
 */
export function canTravelAsSkill(rule: Rule, tool: DialectId): SkillTravel {
  const host = findSkillHost(tool);
  const codec = findSkillCodec(tool);
  if (host === undefined || codec === undefined) return { possible: false, notes: [] };
  const { notes } = codec.print({ ...rule, targets: [] });
  const changes = notes.filter(({ kind }) => kind === "meaning");
  if (changes.length > 0) return { possible: false, notes: changes };
  return { possible: true, codec, dirs: host.dirs, path: getSkillPath(rule.name), notes };
}
