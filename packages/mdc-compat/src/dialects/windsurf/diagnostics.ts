import { triggerDiagnostics, type TriggerDiagnostics } from "./trigger-diagnostics.ts";

/** What may be wrong with a file of Windsurf's. Codes are permanent. */
export const windsurfDiagnostics: TriggerDiagnostics<"windsurf"> = triggerDiagnostics("windsurf");
