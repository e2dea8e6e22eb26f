// Made by `pnpm generate` from `src/tools.ts` and the folders in `src/tools`. Change those, not this file.

import type { ToolRuleFiles } from "../rule-files/define-rule-files.ts";
import { ruleFiles as precept } from "../tools/precept/rule-files.ts";
import { ruleFiles as dataagent } from "../tools/dataagent/rule-files.ts";
import { ruleFiles as goagent } from "../tools/goagent/rule-files.ts";
import { ruleFiles as cursor } from "../tools/cursor/rule-files.ts";
import { ruleFiles as agents } from "../tools/agents/rule-files.ts";
import { ruleFiles as aider } from "../tools/aider/rule-files.ts";
import { ruleFiles as amazonq } from "../tools/amazonq/rule-files.ts";
import { ruleFiles as amp } from "../tools/amp/rule-files.ts";
import { ruleFiles as antigravity } from "../tools/antigravity/rule-files.ts";
import { ruleFiles as augment } from "../tools/augment/rule-files.ts";
import { ruleFiles as claude } from "../tools/claude/rule-files.ts";
import { ruleFiles as cline } from "../tools/cline/rule-files.ts";
import { ruleFiles as codebuddy } from "../tools/codebuddy/rule-files.ts";
import { ruleFiles as codex } from "../tools/codex/rule-files.ts";
import { ruleFiles as continueDev } from "../tools/continue/rule-files.ts";
import { ruleFiles as copilot } from "../tools/copilot/rule-files.ts";
import { ruleFiles as crush } from "../tools/crush/rule-files.ts";
import { ruleFiles as factory } from "../tools/factory/rule-files.ts";
import { ruleFiles as firebase } from "../tools/firebase/rule-files.ts";
import { ruleFiles as gemini } from "../tools/gemini/rule-files.ts";
import { ruleFiles as goose } from "../tools/goose/rule-files.ts";
import { ruleFiles as jetbrains } from "../tools/jetbrains/rule-files.ts";
import { ruleFiles as junie } from "../tools/junie/rule-files.ts";
import { ruleFiles as kilo } from "../tools/kilo/rule-files.ts";
import { ruleFiles as kimi } from "../tools/kimi/rule-files.ts";
import { ruleFiles as kiro } from "../tools/kiro/rule-files.ts";
import { ruleFiles as opencode } from "../tools/opencode/rule-files.ts";
import { ruleFiles as openhands } from "../tools/openhands/rule-files.ts";
import { ruleFiles as pi } from "../tools/pi/rule-files.ts";
import { ruleFiles as qwen } from "../tools/qwen/rule-files.ts";
import { ruleFiles as replit } from "../tools/replit/rule-files.ts";
import { ruleFiles as roo } from "../tools/roo/rule-files.ts";
import { ruleFiles as rovo } from "../tools/rovo/rule-files.ts";
import { ruleFiles as tabnine } from "../tools/tabnine/rule-files.ts";
import { ruleFiles as trae } from "../tools/trae/rule-files.ts";
import { ruleFiles as vibe } from "../tools/vibe/rule-files.ts";
import { ruleFiles as warp } from "../tools/warp/rule-files.ts";
import { ruleFiles as windsurf } from "../tools/windsurf/rule-files.ts";
import { ruleFiles as zed } from "../tools/zed/rule-files.ts";
import { ruleFiles as skill } from "../tools/skill/rule-files.ts";
import type { DialectId } from "../tools.ts";

/** The rule files of each tool. */
export const ruleFiles: Readonly<Record<DialectId, ToolRuleFiles>> = {
  precept,
  dataagent,
  goagent,
  cursor,
  agents,
  aider,
  amazonq,
  amp,
  antigravity,
  augment,
  claude,
  cline,
  codebuddy,
  codex,
  continue: continueDev,
  copilot,
  crush,
  factory,
  firebase,
  gemini,
  goose,
  jetbrains,
  junie,
  kilo,
  kimi,
  kiro,
  opencode,
  openhands,
  pi,
  qwen,
  replit,
  roo,
  rovo,
  tabnine,
  trae,
  vibe,
  warp,
  windsurf,
  zed,
  skill,
};
