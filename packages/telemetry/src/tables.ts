export { attributeTable } from "./attributes.ts";
export {
  durationBounds,
  metricTable,
  scopeName,
  type HistogramName,
  type MetricName,
  type MetricSpec,
  type ObservedName,
} from "./metric-table.ts";
export { prometheusName } from "./prometheus-name.ts";
export { operationTable, type OperationSpec } from "./operations.ts";
