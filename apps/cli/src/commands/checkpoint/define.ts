import type { Define } from "../../define.ts";
import { parseCount } from "../../parse-count.ts";

export const defineCheckpoint: Define = (program, run) => {
  const checkpoint = program
    .command("checkpoint")
    .summary("keep the work tree, and go back to it")
    .description(
      "Keeps the state of the work tree in its git repository, out of every branch: what is staged, what is not, and files that git does not know. A " +
        "violation that stops an agent goes back to the last one where `policies.rollback` is set.",
    );

  const create = checkpoint
    .command("create")
    .summary("keep the state as it is now")
    .description("Keeps the state of the work tree as it is now. No file, branch or stash is touched.")
    .option("--session <id>", "whose work is about to begin");
  create.action(() => run(create, [], async () => (await import("./command.ts")).createCheckpoint, { writes: true }));

  const list = checkpoint
    .command("list")
    .summary("show what can be gone back to")
    .description("Shows the checkpoints of this work tree and the rollbacks that were made in it, the newest first.");
  list.action(() => run(list, [], async () => (await import("./command.ts")).listCheckpoints));

  const restore = checkpoint
    .command("restore")
    .argument("[id]", "the checkpoint, as `list` shows it (default: the newest)")
    .summary("go back to a checkpoint")
    .description(
      "Takes files and what is staged back to a checkpoint. What was there before is kept, and comes back with `precept checkpoint undo`. The commit that is " +
        "checked out stays.",
    )
    .option("--dry-run", "only show which files would be written or removed");
  restore.action((id?: string) =>
    run(restore, id === undefined ? [] : [id], async () => (await import("./command.ts")).restoreCheckpoint, { writes: true }),
  );

  const undo = checkpoint
    .command("undo")
    .argument("[id]", "the rollback, as `list` shows it (default: the last one)")
    .summary("bring back what a rollback took away")
    .description("Undoes a rollback. It does nothing where a file was changed since.");
  undo.action((id?: string) =>
    run(undo, id === undefined ? [] : [id], async () => (await import("./command.ts")).undoRollback, { writes: true }),
  );

  const prune = checkpoint
    .command("prune")
    .summary("let go of old checkpoints")
    .description("Lets go of all checkpoints but the newest. git clears away what they held in its own time.")
    .requiredOption("--keep <number>", "how many checkpoints stay", parseCount)
    .option("--keep-rollbacks <number>", "how many rollbacks can still be undone (default: all)", parseCount);
  prune.action(() => run(prune, [], async () => (await import("./command.ts")).pruneCheckpoints, { writes: true }));
};
