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
import { codebuddyDiagnostics } from "./codebuddy.ts";
import { jetbrainsDiagnostics } from "./jetbrains.ts";
import { openhandsDiagnostics } from "./openhands.ts";
import { qwenDiagnostics } from "./qwen.ts";
import { skillDiagnostics } from "./skill.ts";
import { formatDiagnostics } from "./format.ts";

/** The diagnostics that only one dialect has. Undefined if a dialect has none of its own. */
interface Catalogues {
  readonly agents: undefined;
  readonly aider: undefined;
  readonly amazonq: undefined;
  readonly amp: undefined;
  readonly antigravity: typeof antigravityDiagnostics;
  readonly augment: typeof augmentDiagnostics;
  readonly claude: typeof claudeDiagnostics;
  readonly cline: typeof clineDiagnostics;
  readonly codebuddy: typeof codebuddyDiagnostics;
  readonly codex: undefined;
  readonly continue: typeof continueDiagnostics;
  readonly copilot: typeof copilotDiagnostics;
  readonly crush: undefined;
  readonly cursor: typeof cursorDiagnostics;
  readonly dataagent: undefined;
  readonly factory: undefined;
  readonly firebase: undefined;
  readonly gemini: typeof geminiDiagnostics;
  readonly goagent: undefined;
  readonly goose: undefined;
  readonly jetbrains: typeof jetbrainsDiagnostics;
  readonly junie: undefined;
  readonly kilo: undefined;
  readonly kiro: typeof kiroDiagnostics;
  readonly opencode: undefined;
  readonly openhands: typeof openhandsDiagnostics;
  readonly precept: undefined;
  readonly qwen: typeof qwenDiagnostics;
  readonly replit: undefined;
  readonly roo: undefined;
  readonly skill: typeof skillDiagnostics;
  readonly tabnine: undefined;
  readonly trae: typeof traeDiagnostics;
  readonly warp: undefined;
  readonly windsurf: typeof windsurfDiagnostics;
  readonly zed: undefined;
}

/** One row per dialect. A dialect id without a row does not compile. */
const catalogues: { readonly [Id in DialectId]: Catalogues[Id] } = {
  agents: undefined,
  aider: undefined,
  amazonq: undefined,
  amp: undefined,
  antigravity: antigravityDiagnostics,
  augment: augmentDiagnostics,
  claude: claudeDiagnostics,
  cline: clineDiagnostics,
  codebuddy: codebuddyDiagnostics,
  codex: undefined,
  continue: continueDiagnostics,
  copilot: copilotDiagnostics,
  crush: undefined,
  cursor: cursorDiagnostics,
  dataagent: undefined,
  factory: undefined,
  firebase: undefined,
  gemini: geminiDiagnostics,
  goagent: undefined,
  goose: undefined,
  jetbrains: jetbrainsDiagnostics,
  junie: undefined,
  kilo: undefined,
  kiro: kiroDiagnostics,
  opencode: undefined,
  openhands: openhandsDiagnostics,
  precept: undefined,
  qwen: qwenDiagnostics,
  replit: undefined,
  roo: undefined,
  skill: skillDiagnostics,
  tabnine: undefined,
  trae: traeDiagnostics,
  warp: undefined,
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
