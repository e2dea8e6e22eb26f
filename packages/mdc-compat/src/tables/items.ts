// Made by `pnpm generate` from `src/tools.ts` and the folders in `src/tools`. Change those, not this file.

import type { ToolItems } from "../model/item.ts";
import { items as precept } from "../tools/precept/items.ts";
import { items as cursor } from "../tools/cursor/items.ts";
import { items as aider } from "../tools/aider/items.ts";
import { items as amazonq } from "../tools/amazonq/items.ts";
import { items as amp } from "../tools/amp/items.ts";
import { items as antigravity } from "../tools/antigravity/items.ts";
import { items as augment } from "../tools/augment/items.ts";
import { items as claude } from "../tools/claude/items.ts";
import { items as cline } from "../tools/cline/items.ts";
import { items as codebuddy } from "../tools/codebuddy/items.ts";
import { items as codex } from "../tools/codex/items.ts";
import { items as copilot } from "../tools/copilot/items.ts";
import { items as crush } from "../tools/crush/items.ts";
import { items as factory } from "../tools/factory/items.ts";
import { items as firebase } from "../tools/firebase/items.ts";
import { items as gemini } from "../tools/gemini/items.ts";
import { items as goose } from "../tools/goose/items.ts";
import { items as jetbrains } from "../tools/jetbrains/items.ts";
import { items as junie } from "../tools/junie/items.ts";
import { items as kilo } from "../tools/kilo/items.ts";
import { items as kiro } from "../tools/kiro/items.ts";
import { items as opencode } from "../tools/opencode/items.ts";
import { items as qwen } from "../tools/qwen/items.ts";
import { items as roo } from "../tools/roo/items.ts";
import { items as tabnine } from "../tools/tabnine/items.ts";
import { items as trae } from "../tools/trae/items.ts";
import { items as windsurf } from "../tools/windsurf/items.ts";
import { items as zed } from "../tools/zed/items.ts";
import type { DialectId } from "../tools.ts";

/** What each tool stores in a project besides rules and skills. Tools without a row store nothing. */
export const toolItems: Readonly<Partial<Record<DialectId, ToolItems>>> = {
  precept,
  cursor,
  aider,
  amazonq,
  amp,
  antigravity,
  augment,
  claude,
  cline,
  codebuddy,
  codex,
  copilot,
  crush,
  factory,
  firebase,
  gemini,
  goose,
  jetbrains,
  junie,
  kilo,
  kiro,
  opencode,
  qwen,
  roo,
  tabnine,
  trae,
  windsurf,
  zed,
};
