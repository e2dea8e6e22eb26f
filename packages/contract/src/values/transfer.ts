/** What can be planned and applied: moves of rules between Precept and the files of tools. */
export const transferActions = ["import", "export", "revert"] as const;

/** What happens to a file. `blocked`: it should change, but stays as it is. `keep`: it is only forgotten. */
export const transferChanges = ["create", "update", "delete", "blocked", "restore", "remove", "keep"] as const;

/** What a plan says besides its changes. */
export const transferNotes = [
  "conflict",
  "left_out",
  "not_written",
  "unreadable",
  "read_differently",
  "read_twice",
  "too_long",
  "not_copied",
  "reduced",
  "skipped",
  "similar",
  "excluded",
  "note",
  "damaged",
] as const;
