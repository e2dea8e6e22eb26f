import { triggerDiagnostics, type TriggerDiagnostics } from "./trigger-diagnostics.ts";

/** Diagnostics of Windsurf's rule files. Codes are permanent. */
export const windsurfDiagnostics: TriggerDiagnostics<"windsurf"> = triggerDiagnostics("windsurf");
