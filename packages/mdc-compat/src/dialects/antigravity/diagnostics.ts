import { triggerDiagnostics, type TriggerDiagnostics } from "../windsurf/trigger-diagnostics.ts";

/** What may be wrong with a file of Antigravity's. Codes are permanent. */
export const antigravityDiagnostics: TriggerDiagnostics<"antigravity"> = triggerDiagnostics("antigravity");
