import { createRequire } from "node:module";
import type { Plugin } from "rolldown";

/**
 * Resolves the packages of OpenTelemetry to their CommonJS builds. The exporter for Prometheus has no other, and modules that are required must be evaluated
 * late, which would also affect those that the program shares with them, such as `node:fs`.
 */
export const commonJsTelemetry: Plugin = {
  name: "common-js-telemetry",
  resolveId: {
    order: "pre",
    filter: { id: /^@opentelemetry\// },
    handler: (id, importer) => (importer === undefined ? undefined : createRequire(importer).resolve(id)),
  },
};
