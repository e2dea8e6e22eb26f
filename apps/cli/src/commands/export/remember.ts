import { makePrivateDirectory, modifiedAt, openRoot, putFile, readFileInSync, type Root } from "@precept/files";
import { stateDir } from "@precept/enforcement";
import { stampExport } from "@precept/workspace";
import type { CommandResult, Precheck } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { Settings } from "../../settings.ts";
import { plainStyle } from "../../terminal/style.ts";
import type { ExportCommandOptions } from "./command.ts";

const path = `${stateDir}/export.json`;

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
export async function recallExport(settings: Settings, options: ExportCommandOptions): Promise<Precheck> {
  const { to, from, lossy, watch, dryRun, all } = options;
  if (settings.json || watch === true || dryRun === true || all === true) return {};
  // Another version may have other things to do.
  const version = modifiedAt(import.meta.filename);
  const stamp = await stampExport(settings.dir, settings.workspace, JSON.stringify([to, from, lossy, version]));
  if (stamp === undefined) return {};
  const project = openRoot(stamp.root);
  const remembered = recall(project);
  if (remembered?.stamp === stamp.value) {
    return { result: { code: exitCodes.ok, json: undefined, isConfirmation: true, text: () => remembered.text } };
  }
  return {
    async after(result: CommandResult) {
      if (result.isIdle !== true) return;
      const kept: Remembered = { stamp: stamp.value, text: result.text(plainStyle) };
      await makePrivateDirectory(project, stateDir);
      await putFile(project, path, JSON.stringify(kept), { links: "none", isPrivate: true });
    },
  };
}

function recall(project: Root): Remembered | undefined {
  const content = readFileInSync(project, path, { maxBytes: 1_048_576, links: "none" });
  try {
    return content.kind === "bytes" ? (JSON.parse(content.bytes.toString("utf8")) as Remembered) : undefined;
  } catch {
    return undefined;
  }
}
