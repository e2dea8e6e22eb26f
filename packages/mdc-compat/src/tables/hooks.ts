// Made by `pnpm generate` from `src/tools.ts` and the folders in `src/tools`. Change those, not this file.

import type { HostSpec } from "../model/host-spec.ts";
import { hooks as cursor } from "../tools/cursor/hooks.ts";
import { hooks as amp } from "../tools/amp/hooks.ts";
import { hooks as augment } from "../tools/augment/hooks.ts";
import { hooks as claude } from "../tools/claude/hooks.ts";
import { hooks as cline } from "../tools/cline/hooks.ts";
import { hooks as codex } from "../tools/codex/hooks.ts";
import { hooks as copilot } from "../tools/copilot/hooks.ts";
import { hooks as factory } from "../tools/factory/hooks.ts";
import { hooks as gemini } from "../tools/gemini/hooks.ts";
import { hooks as goose } from "../tools/goose/hooks.ts";
import { hooks as kiro } from "../tools/kiro/hooks.ts";
import { hooks as opencode } from "../tools/opencode/hooks.ts";
import { hooks as openhands } from "../tools/openhands/hooks.ts";
import { hooks as qwen } from "../tools/qwen/hooks.ts";
import { hooks as windsurf } from "../tools/windsurf/hooks.ts";
import type { HostId } from "../tools.ts";

/** The hook protocol of each coding agent. */
export const hosts: Readonly<Record<HostId, HostSpec>> = {
  ...cursor,
  ...amp,
  ...augment,
  ...claude,
  ...cline,
  ...codex,
  ...copilot,
  ...factory,
  ...gemini,
  ...goose,
  ...kiro,
  ...opencode,
  ...openhands,
  ...qwen,
  ...windsurf,
};
