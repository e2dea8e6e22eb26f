export { startTelemetry } from "./telemetry/start-telemetry.ts";
