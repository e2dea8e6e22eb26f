// Checkpoints of a working tree, and lists of its files. Git never starts a program that the repository configures.
export { createCheckpoint, type Checkpoint, type CheckpointOptions } from "./git/checkpoint.ts";
export { previewRollback, rollBack, type Rollback } from "./git/roll-back.ts";
export {
  listCheckpoints,
  pruneCheckpoints,
  undoRollback,
  type CheckpointHistory,
  type RetentionCounts,
  type PastRollback,
} from "./git/history.ts";
export { listAddedLines, type AddedLines, type LineRange } from "./git/added-lines.ts";
export { explainGitError } from "./git/git-task.ts";
export { findRepository, UnsafeRepository, type FoundRepository } from "./git/find-repository.ts";
export { listChangedFiles, listGitFiles, listStagedFiles, type ListProgress, type StagedFile } from "./git/project-files.ts";
export { BlobReader, type ReadBlob } from "./git/read-blobs.ts";
export { GitError, runGit } from "./git/run-git.ts";
