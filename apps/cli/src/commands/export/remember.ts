import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makePrivateDir, stampExport, statePath } from "@precept/workspace";
import type { CommandResult, Early } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { Settings } from "../../settings.ts";
import { plainStyle } from "../../terminal/style.ts";
import type { ExportCommandOptions } from "./command.ts";

/** What an export that had nothing to do left behind. */
interface Remembered {
  readonly stamp: string;
  /** What it said. */
  readonly text: string;
}

/**
 * Most exports have nothing to do. Where no file was written since one had nothing to do, neither has this one, and no rule has to be read to
 * find that out.
 */
export async function recallExport(settings: Settings, options: ExportCommandOptions): Promise<Early> {
  const { to, from, lossy, watch, dryRun, all } = options;
  if (settings.json || watch === true || dryRun === true || all === true) return {};
  // Another version may have other things to do.
  const program = await stat(import.meta.filename);
  const stamp = await stampExport(settings.dir, settings.workspace, JSON.stringify([to, from, lossy, program.mtimeMs]));
  if (stamp === undefined) return {};
  const path = join(statePath(stamp.root), "export.json");
  const remembered = await recall(path);
  if (remembered?.stamp === stamp.value) {
    return { result: { code: exitCodes.fine, json: undefined, text: () => remembered.text } };
  }
  return {
    async after(result: CommandResult) {
      if (result.isIdle !== true) return;
      const kept: Remembered = { stamp: stamp.value, text: result.text(plainStyle) };
      await makePrivateDir(statePath(stamp.root));
      await writeFile(path, JSON.stringify(kept));
    },
  };
}

async function recall(path: string): Promise<Remembered | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Remembered;
  } catch {
    return undefined;
  }
}
