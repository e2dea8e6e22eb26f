import * as fc from "fast-check";

/** The default seed of properties, so that every run tries the same values. */
const pinned = 20_261_121;

// PROPERTY_SEED=1234 or PROPERTY_SEED=random tries other values. A failing property prints its seed.
// PROPERTY_RUNS=1000 tries so many values, instead of 100, in each property that does not say how many. Those that say it with `propertyRuns` try more, too.
const { PROPERTY_SEED: seed, PROPERTY_RUNS: runs } = process.env;
fc.configureGlobal({
  ...(seed !== "random" && { seed: seed === undefined ? pinned : Number(seed) }),
  ...(runs !== undefined && { numRuns: Number(runs) }),
});
