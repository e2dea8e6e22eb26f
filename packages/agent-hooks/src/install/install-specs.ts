import type { HostId } from "../host-ids.ts";
import type { InstallSpec } from "./install-spec.ts";
import { amp } from "./specs/amp.ts";
import { augment } from "./specs/augment.ts";
import { claudeCode } from "./specs/claude-code.ts";
import { cline } from "./specs/cline.ts";
import { codex } from "./specs/codex.ts";
import { copilotCli } from "./specs/copilot-cli.ts";
import { cursor } from "./specs/cursor.ts";
import { droid } from "./specs/droid.ts";
import { gemini } from "./specs/gemini.ts";
import { goose } from "./specs/goose.ts";
import { kiro } from "./specs/kiro.ts";
import { opencode } from "./specs/opencode.ts";
import { openhands } from "./specs/openhands.ts";
import { qwen } from "./specs/qwen.ts";
import { vscode } from "./specs/vscode.ts";
import { windsurf } from "./specs/windsurf.ts";

/** How Precept is installed into each host. */
export const installSpecs: Readonly<Record<HostId, InstallSpec>> = {
  "claude-code": claudeCode,
  cursor,
  codex,
  "copilot-cli": copilotCli,
  vscode,
  gemini,
  qwen,
  windsurf,
  cline,
  opencode,
  kiro,
  droid,
  goose,
  amp,
  augment,
  openhands,
};
