import { triggerDiagnostics, type TriggerDiagnostics } from "../windsurf/trigger-diagnostics.ts";

/** Diagnostics of Antigravity's rule files. Codes are permanent. */
export const antigravityDiagnostics: TriggerDiagnostics<"antigravity"> = triggerDiagnostics("antigravity");
