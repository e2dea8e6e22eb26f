import { triggerDiagnostics, type TriggerDiagnostics } from "../windsurf/trigger-diagnostics.ts";

export const antigravityDiagnostics: TriggerDiagnostics<"antigravity"> = triggerDiagnostics("antigravity");
