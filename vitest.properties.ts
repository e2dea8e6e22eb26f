import * as fc from "fast-check";

/** The seed of every property that has none of its own: two runs of one tree try the same values. */
const pinned = 20_261_121;

// Other values are tried by whoever asks for them: PROPERTY_SEED=1234, or PROPERTY_SEED=random. A property that fails prints its seed.
const { PROPERTY_SEED: asked } = process.env;
if (asked !== "random") fc.configureGlobal({ seed: asked === undefined ? pinned : Number(asked) });
