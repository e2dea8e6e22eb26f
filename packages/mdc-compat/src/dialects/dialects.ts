import type { Dialect } from "../model/dialect.ts";
import { dialectIds, type DialectId } from "../model/dialect-id.ts";
import { agentsDialect } from "./agents/dialect.ts";
import { ampDialect, factoryDialect } from "./agents-readers.ts";
import { aiderDialect } from "./aider/dialect.ts";
import { amazonqDialect } from "./amazonq/dialect.ts";
import { antigravityDialect } from "./antigravity/dialect.ts";
import { augmentDialect } from "./augment/dialect.ts";
import { claudeDialect } from "./claude/dialect.ts";
import { clineDialect } from "./cline/dialect.ts";
import { codebuddyDialect } from "./codebuddy/dialect.ts";
import { codexDialect } from "./codex/dialect.ts";
import { continueDialect } from "./continue/dialect.ts";
import { copilotDialect } from "./copilot/dialect.ts";
import { crushDialect } from "./crush/dialect.ts";
import { cursorDialect } from "./cursor/dialect.ts";
import { dataagentDialect } from "./dataagent/dialect.ts";
import { firebaseDialect } from "./firebase/dialect.ts";
import { geminiDialect } from "./gemini/dialect.ts";
import { goagentDialect } from "./goagent/dialect.ts";
import { gooseDialect } from "./goose/dialect.ts";
import { jetbrainsDialect } from "./jetbrains/dialect.ts";
import { junieDialect } from "./junie/dialect.ts";
import { kiloDialect } from "./kilo/dialect.ts";
import { kiroDialect } from "./kiro/dialect.ts";
import { opencodeDialect } from "./opencode/dialect.ts";
import { openhandsDialect } from "./openhands/dialect.ts";
import { preceptDialect } from "./precept/dialect.ts";
import { qwenDialect } from "./qwen/dialect.ts";
import { replitDialect } from "./replit/dialect.ts";
import { rooDialect } from "./roo/dialect.ts";
import { skillDialect } from "./skill/dialect.ts";
import { tabnineDialect } from "./tabnine/dialect.ts";
import { traeDialect } from "./trae/dialect.ts";
import { warpDialect } from "./warp/dialect.ts";
import { windsurfDialect } from "./windsurf/dialect.ts";
import { zedDialect } from "./zed/dialect.ts";

/** One row per dialect. A dialect id without a row does not compile. */
const dialectTable: { readonly [Id in DialectId]: Dialect<Id> } = {
  precept: preceptDialect,
  dataagent: dataagentDialect,
  goagent: goagentDialect,
  cursor: cursorDialect,
  agents: agentsDialect,
  aider: aiderDialect,
  amazonq: amazonqDialect,
  amp: ampDialect,
  antigravity: antigravityDialect,
  augment: augmentDialect,
  claude: claudeDialect,
  cline: clineDialect,
  codebuddy: codebuddyDialect,
  codex: codexDialect,
  continue: continueDialect,
  copilot: copilotDialect,
  crush: crushDialect,
  factory: factoryDialect,
  firebase: firebaseDialect,
  gemini: geminiDialect,
  goose: gooseDialect,
  jetbrains: jetbrainsDialect,
  junie: junieDialect,
  kilo: kiloDialect,
  kiro: kiroDialect,
  opencode: opencodeDialect,
  openhands: openhandsDialect,
  qwen: qwenDialect,
  replit: replitDialect,
  roo: rooDialect,
  tabnine: tabnineDialect,
  trae: traeDialect,
  warp: warpDialect,
  windsurf: windsurfDialect,
  zed: zedDialect,
  skill: skillDialect,
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
