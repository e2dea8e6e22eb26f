import type { RuleCodec } from "@precept/core";
import type { DialectId } from "../tools.ts";
import type { ExpansionSpec, LimitSpec } from "./spec.ts";

/** The optional front matter keys of a `SKILL.md` that decide when a tool offers the skill. */
export type SkillKey = "paths" | "disable-model-invocation" | "user-invocable";

/** How a tool reads skills: directories, keys and limits. The source of codecs, fidelity notes and the reference. */
export interface SkillHost {
  readonly id: DialectId;
  /** Display name of the tool. */
  readonly title: string;
  /** The directories with skills in a project that the tool reads. An export writes to the first. */
  readonly dirs: readonly [string, ...string[]];
  /** The directories with skills in the home directory that the tool reads. */
  readonly personalDirs: readonly string[];
  /** Those of `dirs` that belong to this tool. Other tools may read them too. */
  readonly own: readonly string[];
  /** Those of `personalDirs` that belong to this tool. */
  readonly ownPersonal: readonly string[];
  /** Whether the tool reads `dirs` in subdirectories of the project too. Default false. */
  readonly nested?: boolean;
  /** Whether the tool offers only one of several skills with the same name. Default false. */
  readonly oneOfName?: boolean;
  /** The optional keys that the tool reads. */
  readonly keys: readonly SkillKey[];
  /** The largest length of a description. Absent if the tool has no limit, or documents none. */
  readonly maxDescription?: {
    readonly length: number;
    readonly unit: "characters" | "bytes";
    readonly effect: "dropped" | "cut";
  };
  /** The faults of a file for which the tool does not load the skill. */
  readonly drops: readonly SkillFault[];
  /** Whether the user can call a skill only if `user-invocable: true` is set. Default false. */
  readonly hidesFromUser?: boolean;
  /** Whether the front matter has to start at the first byte, without a byte order mark. Default false. */
  readonly needsFirstByte?: boolean;
  /** Whether the tool reads `paths` only as a list. Default false: it splits a string at commas too. */
  readonly needsPathList?: boolean;
  readonly expansions: readonly ExpansionSpec[];
  readonly limits: readonly LimitSpec[];
  /** URL of the documentation or of the source code. */
  readonly source: string;
}

/** A fault of a skill file. `other-name`: not the folder's name. `bad-paths`: no list of patterns in the project. */
export type SkillFault = "no-description" | "long-description" | "other-name" | "bad-paths";

/** The skills of one tool, with their codec. */
export interface ToolSkills {
  readonly host: SkillHost;
  readonly codec: RuleCodec;
}
