import { createReporter } from "@precept/core";
import { antigravityDiagnostics } from "./dialects/antigravity/diagnostics.ts";
import { augmentDiagnostics } from "./dialects/augment/diagnostics.ts";
import { claudeDiagnostics } from "./dialects/claude/diagnostics.ts";
import { clineDiagnostics } from "./dialects/cline/diagnostics.ts";
import { continueDiagnostics } from "./dialects/continue/diagnostics.ts";
import { copilotDiagnostics } from "./dialects/copilot/diagnostics.ts";
import { cursorDiagnostics } from "./dialects/cursor/diagnostics.ts";
import { geminiDiagnostics } from "./dialects/gemini/diagnostics.ts";
import { kiroDiagnostics } from "./dialects/kiro/diagnostics.ts";
import { traeDiagnostics } from "./dialects/trae/diagnostics.ts";
import { windsurfDiagnostics } from "./dialects/windsurf/diagnostics.ts";
import { formatDiagnostics } from "./format/diagnostics.ts";

type Catalogue = typeof formatDiagnostics &
  typeof antigravityDiagnostics &
  typeof augmentDiagnostics &
  typeof claudeDiagnostics &
  typeof clineDiagnostics &
  typeof continueDiagnostics &
  typeof copilotDiagnostics &
  typeof cursorDiagnostics &
  typeof geminiDiagnostics &
  typeof kiroDiagnostics &
  typeof traeDiagnostics &
  typeof windsurfDiagnostics;

/** Every diagnostic of the dialects, as data. */
export const dialectDiagnostics: Catalogue = {
  ...formatDiagnostics,
  ...antigravityDiagnostics,
  ...augmentDiagnostics,
  ...claudeDiagnostics,
  ...clineDiagnostics,
  ...continueDiagnostics,
  ...copilotDiagnostics,
  ...cursorDiagnostics,
  ...geminiDiagnostics,
  ...kiroDiagnostics,
  ...traeDiagnostics,
  ...windsurfDiagnostics,
};

export type DialectDiagnosticCode = keyof Catalogue;

/** Makes a diagnostic of the dialects' catalogue. */
export const report: ReturnType<typeof createReporter<Catalogue>> = createReporter(dialectDiagnostics);
