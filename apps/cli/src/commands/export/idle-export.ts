import { makePrivateDirectory, modifiedAt, openRoot, putFile, readFileInSync, type Root } from "@precept/files";
import { stateDir } from "@precept/enforcement";
import { fingerprintExport } from "@precept/workspace";
import type { CommandResult, Precheck } from "../../define.ts";
import { exitCodes } from "../../exit-code.ts";
import type { Settings } from "../../settings.ts";
import { plainStyle } from "../../terminal/style.ts";
import type { ExportCommandOptions } from "./command.ts";

const path = `${stateDir}/export.json`;

/** The stored result of an export that had nothing to do. */
interface IdleExport {
  /** A digest of all files that the export depended on. */
  readonly digest: string;
  /** The output of the export. */
  readonly text: string;
}

/** Returns the result of the last export, without reading any rule, if it had nothing to do and no file has changed since then. */
export async function reuseIdleExport(settings: Settings, options: ExportCommandOptions): Promise<Precheck> {
  const { to, from, lossy, overLimit, watch, dryRun, all } = options;
  if (settings.json || watch === true || dryRun === true || all === true) return {};
  // Another version of Precept may export differently.
  const version = modifiedAt(import.meta.filename);
  const state = await fingerprintExport(settings.dir, settings.workspace, JSON.stringify([to, from, lossy, overLimit, version]));
  if (state === undefined) return {};
  const project = openRoot(state.root);
  const last = readIdleExport(project);
  if (last?.digest === state.value) {
    return { result: { code: exitCodes.ok, json: undefined, isConfirmation: true, text: () => last.text } };
  }
  return {
    async after(result: CommandResult) {
      if (result.isIdle !== true) return;
      const idle: IdleExport = { digest: state.value, text: result.text(plainStyle) };
      await makePrivateDirectory(project, stateDir);
      await putFile(project, path, JSON.stringify(idle), { links: "none", isPrivate: true });
    },
  };
}

function readIdleExport(project: Root): IdleExport | undefined {
  const content = readFileInSync(project, path, { maxBytes: 1_048_576, links: "none" });
  try {
    return content.kind === "bytes" ? (JSON.parse(content.bytes.toString("utf8")) as IdleExport) : undefined;
  } catch {
    return undefined;
  }
}
