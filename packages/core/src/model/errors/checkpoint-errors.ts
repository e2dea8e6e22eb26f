import { entry, shorten, type NoDetails } from "./entry.ts";

export const checkpointErrors = {
  NOT_A_GIT_REPOSITORY: entry<{ directory: string }>({
    title: "The directory is not in a git repository",
    message: () => "The directory is not in a git repository.",
    hint: () => "Create a repository with `git init`.",
  }),
  GIT_NOT_FOUND: entry<NoDetails>({
    title: "The program git is not installed",
    message: () => "The program `git` was not found.",
    hint: () => "Install git, or add its directory to the PATH.",
  }),
  GIT_REPOSITORY_REFUSED: entry<{ reason: string }>({
    title: "The git repository is not safe to use",
    message: ({ reason }) => `Precept does not use this git repository: ${reason}.`,
    hint: () => "If you trust the repository and its owner, correct its configuration. Run `git status` to see what git reports.",
  }),
  GIT_FAILED: entry<{ reason: string }>({
    title: "A git command failed",
    message: ({ reason }) => `git failed: ${reason}`,
    hint: () => "Run `git status` to see what git reports about the repository.",
  }),
  GIT_BUSY: entry<{ path: string; process?: { readonly id: number; readonly host: string } }>({
    title: "Another process holds the lock of the git index",
    message: ({ path, process }) =>
      process === undefined
        ? `Another git process is working in this repository: ${shorten(path)} exists.`
        : `Another Precept process is working in this repository: process ${process.id} on "${process.host}".`,
    hint: ({ path, process }) =>
      process === undefined
        ? "Wait until it ends. If no git process is running, a previous one crashed: delete that file."
        : `Wait until it ends. If that process is not Precept, or the machine no longer exists, delete ${path} and try again.`,
  }),
  GIT_OPERATION_IN_PROGRESS: entry<{ operation: string }>({
    title: "A merge, rebase or similar git operation is in progress",
    message: ({ operation }) => `${operation.charAt(0).toUpperCase()}${operation.slice(1)} is in progress.`,
    hint: () => "Finish or abort it first. Run `git status` to see how.",
  }),
  GIT_CONFLICTS_UNRESOLVED: entry<NoDetails>({
    title: "The working tree has unresolved merge conflicts",
    message: () => "The working tree has unresolved merge conflicts.",
    hint: () => "Resolve them first. Run `git status` to see the files.",
  }),
  REVISION_UNKNOWN: entry<{ revision: string }>({
    title: "No commit, branch or tag has this name",
    message: ({ revision }) => `Unknown commit, branch or tag "${revision}".`,
    hint: () => "Run `git log --oneline --all` to see the commits of this repository.",
  }),
  HISTORY_UNRELATED: entry<{ revision: string }>({
    title: "A commit has no ancestor in common with the current branch",
    message: ({ revision }) => `"${revision}" has no ancestor in common with the current branch.`,
    hint: () => "Name a commit from which the current branch descends. In a shallow clone, run `git fetch --unshallow` first.",
  }),
  NO_CHECKPOINT: entry<NoDetails>({
    title: "There is no checkpoint to restore",
    message: () => "No checkpoint to restore.",
    hint: () => "Create a checkpoint first.",
  }),
  CHECKPOINT_UNKNOWN: entry<{ id: string }>({
    title: "No checkpoint has this id",
    message: ({ id }) => `Unknown checkpoint "${id}".`,
    hint: () => "List the checkpoints to see their ids.",
  }),
  NO_ROLLBACK_TO_UNDO: entry<NoDetails>({
    title: "There is no rollback to undo",
    message: () => "No rollback to undo.",
  }),
  ROLLBACK_UNKNOWN: entry<{ id: string }>({
    title: "No rollback has this id",
    message: ({ id }) => `Unknown rollback "${id}".`,
    hint: () => "List the rollbacks to see their ids.",
  }),
  ROLLBACK_ALREADY_UNDONE: entry<{ id: string }>({
    title: "The rollback was already undone",
    message: ({ id }) => `The rollback "${id}" was already undone.`,
  }),
  CHECKPOINT_FAILED: entry<{ action: string; directory: string; reason: string; remedy?: string | undefined }>({
    title: "A checkpoint could not be created or restored",
    message: ({ action, reason }) => `Cannot ${action}: ${reason}.`,
    hint: ({ remedy }) => remedy ?? "Run `git status` to see what git reports about the repository.",
  }),
};
