export { addMeterProvider, begin, count, currentTrace, observe, observeListing } from "./observe.ts";
export { hasSdk } from "./observed.ts";
export { observeStore } from "./observe-store.ts";
export type { AttributeName, Attributes } from "./attributes.ts";
export type { AttributesOf, CounterName } from "./metric-table.ts";
export type { OperationName } from "./operations.ts";
export type { Annotate, Carrier, Observation, ObserveOptions } from "./observation.ts";
