import { makePrivateDirectory, modifiedAt, openRoot, putFile, readFileInSync, type Root } from "@precept/files";
import { stateDir } from "@precept/enforcement";
import { describeInputs, fingerprintExport, type ExportFingerprint } from "@precept/workspace";
import type { CommandResult, Precheck } from "../../define.ts";
import type { Settings } from "../../settings.ts";
import { plainStyle } from "../../terminal/style.ts";
import type { ExportCommandOptions } from "./command.ts";

const path = `${stateDir}/export.json`;

/** The maximum size of the stored result, in bytes. A larger one is not read. */
const maxBytes = 67_108_864;

/** The stored result of an export that had nothing to do. */
interface IdleExport {
  /** A digest of all that the export depended on. */
  readonly digest: string;
  /** What it depended on besides the rule files: the keys of its inputs. */
  readonly inputs: readonly string[];
  /** The output of the export. */
  readonly text: string;
  /** The output with `--json`, as JSON. It is on a line of its own, because most exports need only the text. */
  readonly json: string;
}

/** Returns the result of the last export, without reading any rule, if it had nothing to do and no file has changed since then. */
export async function reuseIdleExport(settings: Settings, options: ExportCommandOptions): Promise<Precheck> {
  const { to, from, lossy, overLimit, pull, check, watch, dryRun, all } = options;
  if (watch === true || dryRun === true || all === true) return {};
  // Another version of Precept may export differently.
  const version = modifiedAt(import.meta.filename);
  const extra = JSON.stringify([to, from, lossy, overLimit, pull, version]);
  const fingerprint = (): Promise<ExportFingerprint | undefined> => fingerprintExport(settings.dir, settings.workspace, extra);
  const state = await fingerprint();
  if (state === undefined) return {};
  const project = openRoot(state.root);
  const last = readIdleExport(project);
  if (last !== undefined && last.digest === state.digest(describeInputs(state.root, last.inputs))) {
    const json = settings.json ? { ...(JSON.parse(last.json) as object), done: check !== true } : undefined;
    return { result: { json, isConfirmation: check !== true, text: () => last.text } };
  }
  return {
    async after(result: CommandResult) {
      if (result.isIdle === true) return saveIdleExport(project, state, result);
      // The fingerprint comes first: a change after it makes the next fingerprint another one.
      const next = result.repeat && (await fingerprint());
      const repeated = next && (await result.repeat?.());
      if (next !== undefined && repeated?.isIdle === true) await saveIdleExport(project, next, repeated);
    },
  };
}

async function saveIdleExport(project: Root, state: ExportFingerprint, result: CommandResult): Promise<void> {
  if (result.inputs === undefined) return;
  const inputs = state.selectOthers(result.inputs);
  const first: Omit<IdleExport, "json"> = {
    digest: state.digest(inputs),
    inputs: [...inputs.keys()],
    text: result.text(plainStyle),
  };
  await makePrivateDirectory(project, stateDir);
  const lines = [JSON.stringify(first), JSON.stringify(result.json)];
  await putFile(project, path, lines.join("\n"), { links: "none", isPrivate: true });
}

function readIdleExport(project: Root): IdleExport | undefined {
  const content = readFileInSync(project, path, { maxBytes, links: "none" });
  if (content.kind !== "bytes") return undefined;
  const [first = "", json = "{}"] = content.bytes.toString("utf8").split("\n");
  try {
    const { digest, inputs, text } = JSON.parse(first) as Partial<IdleExport>;
    // Files of older versions have no inputs.
    return digest === undefined || text === undefined || !Array.isArray(inputs)
      ? undefined
      : { digest, inputs: inputs.map(String), text, json };
  } catch {
    return undefined;
  }
}
