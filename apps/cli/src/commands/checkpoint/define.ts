import type { Define } from "../../define.ts";
import { parseCount } from "../../parse-options.ts";

const guide = "guides/policies.md";

export const defineCheckpoint: Define = (program) => {
  const checkpoint = program
    .command("checkpoint")
    .summary("save and restore snapshots of the working tree")
    .description(
      "Saves the state of the working tree in its git repository, outside every branch: staged, unstaged and untracked files. If `policies.rollback` is " +
        "set, a violation that stops an agent restores the last checkpoint.",
    )
    .examples(guide, {
      "Save the working tree before an agent starts": "precept checkpoint create",
      "Restore it": "precept checkpoint restore",
      "Undo the restore": "precept checkpoint undo",
    });

  checkpoint
    .command("create")
    .summary("save the working tree")
    .description("Saves the current state of the working tree. Files, branches and stashes are not changed.")
    .option("--session <id>", "the id of the session that is about to start")
    .examples(guide, { "Save the working tree for a session": "precept checkpoint create --session 42" })
    .runs(async () => (await import("./command.ts")).createCheckpoint, { writes: true });

  checkpoint
    .command("list")
    .summary("list checkpoints and rollbacks")
    .description("Lists the checkpoints and rollbacks of this working tree, newest first.")
    .examples(guide, { "List checkpoints and rollbacks": "precept checkpoint list" })
    .runs(async () => (await import("./command.ts")).listCheckpoints);

  checkpoint
    .command("restore")
    .argument("[checkpoint]", "the id of a checkpoint, see `precept checkpoint list` (default: the newest)")
    .summary("restore a checkpoint")
    .description(
      "Restores the files and the index to a checkpoint. Saves the current state first, so that `precept checkpoint undo` can restore it. HEAD does not " +
        "change.",
    )
    .option("--dry-run", "show which files would be written or removed")
    .examples(guide, { "Show what the newest checkpoint would change": "precept checkpoint restore --dry-run" })
    .runs(async () => (await import("./command.ts")).restoreCheckpoint, { writes: true });

  checkpoint
    .command("undo")
    .argument("[rollback]", "the id of a rollback, see `precept checkpoint list` (default: the newest)")
    .summary("undo a rollback")
    .description("Undoes a rollback. Fails, and changes nothing, if a file has changed since the rollback.")
    .examples(guide, { "Undo the last rollback": "precept checkpoint undo" })
    .runs(async () => (await import("./command.ts")).undoRollback, { writes: true });

  checkpoint
    .command("prune")
    .summary("delete old checkpoints")
    .description("Deletes all checkpoints except the newest. git frees their space when it collects garbage.")
    .requiredOption("--keep <number>", "the number of checkpoints to keep", parseCount)
    .option("--keep-rollbacks <number>", "the number of rollbacks to keep (default: all)", parseCount)
    .examples(guide, { "Keep the ten newest checkpoints": "precept checkpoint prune --keep 10" })
    .runs(async () => (await import("./command.ts")).pruneCheckpoints, { writes: true });
};
