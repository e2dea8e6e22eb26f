import { createReporter } from "@precept/core";
import type { DialectId } from "../model/dialect-id.ts";
import { antigravityDiagnostics } from "./antigravity.ts";
import { augmentDiagnostics } from "./augment.ts";
import { claudeDiagnostics } from "./claude.ts";
import { clineDiagnostics } from "./cline.ts";
import { continueDiagnostics } from "./continue.ts";
import { copilotDiagnostics } from "./copilot.ts";
import { cursorDiagnostics } from "./cursor.ts";
import { geminiDiagnostics } from "./gemini.ts";
import { kiroDiagnostics } from "./kiro.ts";
import { traeDiagnostics } from "./trae.ts";
import { windsurfDiagnostics } from "./windsurf.ts";
import { formatDiagnostics } from "./format.ts";

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
