import { triggerDiagnostics, type TriggerDiagnostics } from "./trigger-diagnostics.ts";

export const windsurfDiagnostics: TriggerDiagnostics<"windsurf"> = triggerDiagnostics("windsurf");
