import type { SourceLocation } from "@precept/core";

/** Locates the parts of a policy in its file, for diagnostics. */
export interface PolicyLocations {
  /** Returns the location of the value at a path, such as `["match", "pattern"]`. */
  locationOf(path: readonly PropertyKey[]): SourceLocation;
  /** Returns the location of the key at a path. */
  locationOfKey(path: readonly PropertyKey[]): SourceLocation;
}
