import type { Dialect } from "./dialect.ts";
import { dialectIds, type DialectId } from "./dialect-id.ts";
import { agentsDialect } from "./dialects/agents/dialect.ts";
import { amazonqDialect } from "./dialects/amazonq/dialect.ts";
import { antigravityDialect } from "./dialects/antigravity/dialect.ts";
import { augmentDialect } from "./dialects/augment/dialect.ts";
import { claudeDialect } from "./dialects/claude/dialect.ts";
import { clineDialect } from "./dialects/cline/dialect.ts";
import { codexDialect } from "./dialects/codex/dialect.ts";
import { continueDialect } from "./dialects/continue/dialect.ts";
import { copilotDialect } from "./dialects/copilot/dialect.ts";
import { cursorDialect } from "./dialects/cursor/dialect.ts";
import { dataagentDialect } from "./dialects/dataagent/dialect.ts";
import { geminiDialect } from "./dialects/gemini/dialect.ts";
import { goagentDialect } from "./dialects/goagent/dialect.ts";
import { junieDialect } from "./dialects/junie/dialect.ts";
import { kiroDialect } from "./dialects/kiro/dialect.ts";
import { opencodeDialect } from "./dialects/opencode/dialect.ts";
import { preceptDialect } from "./dialects/precept/dialect.ts";
import { rooDialect } from "./dialects/roo/dialect.ts";
import { traeDialect } from "./dialects/trae/dialect.ts";
import { windsurfDialect } from "./dialects/windsurf/dialect.ts";
import { zedDialect } from "./dialects/zed/dialect.ts";

/** One row per dialect. A dialect id without a row does not compile. */
const dialectTable: { readonly [Id in DialectId]: Dialect<Id> } = {
  precept: preceptDialect,
  dataagent: dataagentDialect,
  goagent: goagentDialect,
  cursor: cursorDialect,
  agents: agentsDialect,
  amazonq: amazonqDialect,
  antigravity: antigravityDialect,
  augment: augmentDialect,
  claude: claudeDialect,
  cline: clineDialect,
  codex: codexDialect,
  continue: continueDialect,
  copilot: copilotDialect,
  gemini: geminiDialect,
  junie: junieDialect,
  kiro: kiroDialect,
  opencode: opencodeDialect,
  roo: rooDialect,
  trae: traeDialect,
  windsurf: windsurfDialect,
  zed: zedDialect,
};

/** All dialects, in order of precedence. */
export const dialects: readonly Dialect[] = dialectIds.map((id) => dialectTable[id]);

/**
 * Finds a dialect by id or alias, ignoring case.
 *
 * @example
 * ```ts
 * import { findDialect } from "@precept/mdc-compat";
 *
 * const copilot = findDialect("vscode");
 * console.log(copilot?.title, copilot?.formats.flatMap(({ locations }) => locations.map(({ dir }) => dir)));
 * ```
 */
export function findDialect(name: string): Dialect | undefined {
  const wanted = name.trim().toLowerCase();
  return dialects.find(({ id, aliases }) => id === wanted || aliases.includes(wanted));
}

/** Lists every name that `findDialect` accepts: all ids, then all aliases. */
export function dialectNames(): readonly string[] {
  return [...dialectIds, ...dialects.flatMap(({ aliases }) => aliases)];
}
