import type { HostId } from "../host-ids.ts";
import { amp } from "./amp.ts";
import { augment } from "./augment.ts";
import { claudeCode } from "./claude-code.ts";
import { cline } from "./cline.ts";
import { codex } from "./codex.ts";
import { copilotCli } from "./copilot-cli.ts";
import { cursor } from "./cursor.ts";
import { droid } from "./droid.ts";
import { gemini } from "./gemini.ts";
import { goose } from "./goose.ts";
import type { HostSpec } from "./host-spec.ts";
import { kiro } from "./kiro.ts";
import { opencode } from "./opencode.ts";
import { openhands } from "./openhands.ts";
import { qwen } from "./qwen.ts";
import { vscode } from "./vscode.ts";
import { windsurf } from "./windsurf.ts";

/** The hook protocols of all hosts. A new host does not compile without its row. */
export const hosts: Readonly<Record<HostId, HostSpec>> = {
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
