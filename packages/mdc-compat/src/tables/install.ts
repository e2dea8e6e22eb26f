// Made by `pnpm generate` from `src/tools.ts` and the folders in `src/tools`. Change those, not this file.

import type { InstallSpec } from "../model/install-spec.ts";
import { install as cursor } from "../tools/cursor/install.ts";
import { install as amp } from "../tools/amp/install.ts";
import { install as augment } from "../tools/augment/install.ts";
import { install as claude } from "../tools/claude/install.ts";
import { install as cline } from "../tools/cline/install.ts";
import { install as codex } from "../tools/codex/install.ts";
import { install as copilot } from "../tools/copilot/install.ts";
import { install as factory } from "../tools/factory/install.ts";
import { install as gemini } from "../tools/gemini/install.ts";
import { install as goose } from "../tools/goose/install.ts";
import { install as kiro } from "../tools/kiro/install.ts";
import { install as opencode } from "../tools/opencode/install.ts";
import { install as openhands } from "../tools/openhands/install.ts";
import { install as qwen } from "../tools/qwen/install.ts";
import { install as windsurf } from "../tools/windsurf/install.ts";
import type { HostId } from "../tools.ts";

/** How Precept is installed into each coding agent. */
export const installSpecs: Readonly<Record<HostId, InstallSpec>> = {
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
