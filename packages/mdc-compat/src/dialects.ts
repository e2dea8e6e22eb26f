import type { Dialect } from "./dialect.ts";
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

/** Every tool whose rule files are read and written. Where two of their rules have the same name, the order decides. */
export const dialects: readonly Dialect[] = [
  preceptDialect,
  dataagentDialect,
  goagentDialect,
  cursorDialect,
  agentsDialect,
  amazonqDialect,
  antigravityDialect,
  augmentDialect,
  claudeDialect,
  clineDialect,
  codexDialect,
  continueDialect,
  copilotDialect,
  geminiDialect,
  junieDialect,
  kiroDialect,
  opencodeDialect,
  rooDialect,
  traeDialect,
  windsurfDialect,
  zedDialect,
];

/** The dialect that goes by a name, or by another name of its. */
export function findDialect(name: string): Dialect | undefined {
  const wanted = name.trim().toLowerCase();
  return dialects.find(({ id, aliases }) => id === wanted || aliases.includes(wanted));
}

/** Every name that `findDialect` knows, the usual ones first. */
export function dialectNames(): readonly string[] {
  return [...dialects.map(({ id }) => id), ...dialects.flatMap(({ aliases }) => aliases)];
}
