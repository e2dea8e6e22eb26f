import fs from "node:fs";
import fsPromises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/** Thrown instead of the change of a file. The process counts as killed: no later change is made either. */
export class Stopped extends Error {
  constructor() {
    super("Stopped before the change of a file.");
  }
}

/** The functions that change files. `open` and `openSync` only count if they open a file for writing. */
const changes = {
  sync: ["renameSync", "linkSync", "unlinkSync", "rmSync", "rmdirSync", "mkdirSync", "symlinkSync", "writeFileSync", "openSync"],
  async: ["rename", "link", "unlink", "rm", "rmdir", "mkdir", "symlink", "writeFile", "appendFile", "chmod", "open"],
} as const;

type Functions = Record<string, (...args: unknown[]) => unknown>;

/**
 * Runs `work`, and stops it before its change of a file with this number.
 *
 * @param stop what happens then, and at each later change. Default: it throws `Stopped`.
 * @returns the number of changes that `work` made or tried.
 */
export async function stopAtChange(
  after: number,
  work: () => Promise<void>,
  stop: () => never = () => {
    throw new Stopped();
  },
): Promise<number> {
  let made = 0;
  const restores = [
    ...changes.sync.map((name) => wrap(fs as unknown as Functions, name)),
    ...changes.async.map((name) => wrap(fsPromises as unknown as Functions, name)),
  ];
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    for (const restore of restores) restore();
    syncBuiltinESMExports();
  }
  return made;

  function wrap(module: Functions, name: string): () => void {
    const original = module[name];
    if (original === undefined) throw new Error(`There is no function ${name}.`);
    module[name] = (...args) => {
      if (!name.startsWith("open") || isForWriting(args[1])) {
        made += 1;
        if (made > after) stop();
      }
      return original.apply(module, args);
    };
    return () => {
      module[name] = original;
    };
  }
}

function isForWriting(flags: unknown): boolean {
  if (typeof flags === "string") return /[wa+]/.test(flags);
  return typeof flags === "number" && (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0;
}
