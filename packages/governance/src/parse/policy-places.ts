import type { Place } from "@precept/core";

/** Where the parts of a policy stand, where it stands in a file. */
export interface PolicyPlaces {
  placeOf(path: readonly PropertyKey[]): Place;
  placeOfKey(path: readonly PropertyKey[]): Place;
}
