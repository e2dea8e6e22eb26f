import { detectResources, envDetector, resourceFromAttributes, type Resource } from "@opentelemetry/resources";
import { readVersion } from "../version.ts";

/**
 * Describes this program in traces and metrics. The environment replaces the values with `OTEL_SERVICE_NAME` and
 * `OTEL_RESOURCE_ATTRIBUTES`. The resource of the SDK's default names the path of the executable.
 */
export function readResource(): Resource {
  const own = resourceFromAttributes({ "service.name": "precept", "service.version": readVersion() });
  return own.merge(detectResources({ detectors: [envDetector] }));
}
