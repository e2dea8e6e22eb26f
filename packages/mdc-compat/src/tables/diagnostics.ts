// Made by `pnpm generate` from `src/tools.ts` and the folders in `src/tools`. Change those, not this file.

import type { DiagnosticEntry } from "@precept/core";
import { completeDiagnostics, formatDiagnostics } from "../format/report.ts";
import { skillDiagnostics } from "../skills/skill-diagnostics.ts";
import { goagentDiagnostics } from "../tools/goagent/diagnostics.ts";
import { cursorDiagnostics } from "../tools/cursor/diagnostics.ts";
import { antigravityDiagnostics } from "../tools/antigravity/diagnostics.ts";
import { augmentDiagnostics } from "../tools/augment/diagnostics.ts";
import { claudeDiagnostics } from "../tools/claude/diagnostics.ts";
import { clineDiagnostics } from "../tools/cline/diagnostics.ts";
import { codebuddyDiagnostics } from "../tools/codebuddy/diagnostics.ts";
import { continueDiagnostics } from "../tools/continue/diagnostics.ts";
import { copilotDiagnostics } from "../tools/copilot/diagnostics.ts";
import { geminiDiagnostics } from "../tools/gemini/diagnostics.ts";
import { jetbrainsDiagnostics } from "../tools/jetbrains/diagnostics.ts";
import { kiroDiagnostics } from "../tools/kiro/diagnostics.ts";
import { openhandsDiagnostics } from "../tools/openhands/diagnostics.ts";
import { qwenDiagnostics } from "../tools/qwen/diagnostics.ts";
import { traeDiagnostics } from "../tools/trae/diagnostics.ts";
import { windsurfDiagnostics } from "../tools/windsurf/diagnostics.ts";

/** All diagnostics of rule files of other tools, by code. */
export const dialectDiagnostics: Readonly<Record<string, DiagnosticEntry>> = completeDiagnostics({
  ...formatDiagnostics,
  ...skillDiagnostics,
  ...goagentDiagnostics,
  ...cursorDiagnostics,
  ...antigravityDiagnostics,
  ...augmentDiagnostics,
  ...claudeDiagnostics,
  ...clineDiagnostics,
  ...codebuddyDiagnostics,
  ...continueDiagnostics,
  ...copilotDiagnostics,
  ...geminiDiagnostics,
  ...jetbrainsDiagnostics,
  ...kiroDiagnostics,
  ...openhandsDiagnostics,
  ...qwenDiagnostics,
  ...traeDiagnostics,
  ...windsurfDiagnostics,
});
