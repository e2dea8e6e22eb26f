import type { SourceLocation } from "@precept/core";

/** Where the parts of a policy stand, where it stands in a file. */
export interface PolicyPlaces {
  placeOf(path: readonly PropertyKey[]): SourceLocation;
  placeOfKey(path: readonly PropertyKey[]): SourceLocation;
}
