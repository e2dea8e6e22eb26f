import type { FileLoadState } from "@precept/contract/values";

/** The states that can follow each state. States without any are final. */
export const fileLoadTransitions = {
  CHECK: ["READ", "CREATE", "ABSENT", "REFUSED"],
  // `CHECK`: the file was deleted after it was found.
  READ: ["SUCCESS", "FALLBACK", "REFUSED", "CHECK"],
  // `CHECK`: another process created the file.
  CREATE: ["SUCCESS", "CHECK"],
  FALLBACK: ["SUCCESS", "FAILED"],
  REFUSED: ["SUCCESS", "FAILED"],
  SUCCESS: [],
  ABSENT: [],
  FAILED: [],
} as const satisfies Readonly<Record<FileLoadState, readonly FileLoadState[]>>;
