import { triggerDiagnostics, type TriggerDiagnostics } from "./trigger.ts";

/** Diagnostics of Antigravity's rule files. Codes are permanent. */
export const antigravityDiagnostics: TriggerDiagnostics<"antigravity"> = triggerDiagnostics("antigravity");
