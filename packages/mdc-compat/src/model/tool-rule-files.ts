import type { Dialect } from "./dialect.ts";
import type { ToolSkills } from "./skill-host.ts";
import type { ReadGroup } from "./tool-reads.ts";

/** The rule files of one tool: `rule-files.ts` in its folder. */
export interface ToolRuleFiles {
  readonly dialect: Dialect;
  /** Absent if the tool reads no skills. */
  readonly skills?: ToolSkills;
  /** The files that the tool reads in a project, in its order, including the files of other tools. */
  readonly reads: readonly ReadGroup[];
  /** What `reads` cannot say, because it depends on more than the paths of the files: complete sentences for the reference page. */
  readonly remarks?: readonly string[];
}
