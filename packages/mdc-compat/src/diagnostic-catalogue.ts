import { createReporter } from "@precept/core";
import type { DialectId } from "./dialect-id.ts";
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

/** The diagnostics that only one dialect has. Undefined if a dialect has none of its own. */
interface Catalogues {
  readonly agents: undefined;
  readonly amazonq: undefined;
  readonly antigravity: typeof antigravityDiagnostics;
  readonly augment: typeof augmentDiagnostics;
  readonly claude: typeof claudeDiagnostics;
  readonly cline: typeof clineDiagnostics;
  readonly codex: undefined;
  readonly continue: typeof continueDiagnostics;
  readonly copilot: typeof copilotDiagnostics;
  readonly cursor: typeof cursorDiagnostics;
  readonly dataagent: undefined;
  readonly gemini: typeof geminiDiagnostics;
  readonly goagent: undefined;
  readonly junie: undefined;
  readonly kiro: typeof kiroDiagnostics;
  readonly opencode: undefined;
  readonly precept: undefined;
  readonly roo: undefined;
  readonly trae: typeof traeDiagnostics;
  readonly windsurf: typeof windsurfDiagnostics;
  readonly zed: undefined;
}

/** One row per dialect. A dialect id without a row does not compile. */
const catalogues: { readonly [Id in DialectId]: Catalogues[Id] } = {
  agents: undefined,
  amazonq: undefined,
  antigravity: antigravityDiagnostics,
  augment: augmentDiagnostics,
  claude: claudeDiagnostics,
  cline: clineDiagnostics,
  codex: undefined,
  continue: continueDiagnostics,
  copilot: copilotDiagnostics,
  cursor: cursorDiagnostics,
  dataagent: undefined,
  gemini: geminiDiagnostics,
  goagent: undefined,
  junie: undefined,
  kiro: kiroDiagnostics,
  opencode: undefined,
  precept: undefined,
  roo: undefined,
  trae: traeDiagnostics,
  windsurf: windsurfDiagnostics,
  zed: undefined,
};

type Intersect<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void ? All : never;

type Catalogue = typeof formatDiagnostics & Intersect<NonNullable<Catalogues[DialectId]>>;

/** All diagnostics of rule files of other tools, by code. */
export const dialectDiagnostics: Catalogue = Object.assign({}, formatDiagnostics, ...Object.values(catalogues)) as Catalogue;

export type DialectDiagnosticCode = keyof Catalogue;

/** Creates a diagnostic with the severity and hint of its code. */
export const report: ReturnType<typeof createReporter<Catalogue>> = createReporter(dialectDiagnostics);
