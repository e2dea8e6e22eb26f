export {
  createTokenCounter,
  createTokenCounters,
  type TokenCounterConfig,
  type TokenCounterFactory,
} from "./create-token-counter.ts";
export {
  tokenCounterIds,
  tokenCounters,
  type LoadedCounter,
  type TokenCounterId,
  type TokenCounterSpec,
} from "./counter-table.ts";
export { findModelFamily, modelFamilies, type CountingMethod, type ModelFamily, type ModelFamilyId } from "./model-families.ts";
