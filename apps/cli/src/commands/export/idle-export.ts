import { RememberedValues } from "@precept/files";
import { describeInputs } from "@precept/transfer";
import { fingerprintExport, type ExportFingerprint } from "@precept/workspace";
import type { CommandResult, Precheck } from "../../define.ts";
import type { Settings } from "../../settings.ts";
import { plainStyle } from "../../terminal/text.ts";
import type { ExportCommandOptions } from "./command.ts";

/** The names under which the outputs of an export without changes are remembered. */
const [idle, idleJson] = ["idle", "idle --json"];

interface IdleExport {
  readonly digest: string;
  /** What it depended on besides the rule files: the keys of its inputs. */
  readonly inputs: readonly string[];
  readonly text: string;
}

/** Returns the result of the last export, without reading rules, if it changed nothing and no file changed since. */
export async function reuseIdleExport(settings: Settings, options: ExportCommandOptions): Promise<Precheck> {
  const { to, from, lossy, overLimit, pull, gitignore, kind, check, watch, dryRun, all } = options;
  if (watch === true || dryRun === true || all === true) return {};
  const key = JSON.stringify([to, from, lossy, overLimit, pull, gitignore, kind]);
  const fingerprint = (): Promise<ExportFingerprint | undefined> => fingerprintExport(settings.dir, settings.workspace);
  const state = await fingerprint();
  if (state?.snapshot === undefined) return {};
  // In a separate file, because the rules are large.
  const remembered = new RememberedValues({ ...state.snapshot, part: "export" }, "export", key);
  const known = remembered.get(idle);
  const last = known === undefined ? undefined : (JSON.parse(known) as IdleExport);
  const output = settings.json ? remembered.get(idleJson) : "{}";
  const isKnown = last !== undefined && output !== undefined;
  if (isKnown && last.digest === state.digest(describeInputs(state.root, last.inputs))) {
    const json = settings.json ? { ...(JSON.parse(output) as object), done: check !== true } : undefined;
    return { result: { json, isConfirmation: check !== true, text: () => last.text } };
  }
  const save = (idleState: ExportFingerprint, idleResult: CommandResult): Promise<void> =>
    saveIdleExport(remembered, idleState, idleResult, settings.json);
  return {
    async after(result: CommandResult) {
      if (result.isIdle === true) return save(state, result);
      // The fingerprint comes first: a change after it makes the next fingerprint another one.
      const next = result.repeat && (await fingerprint());
      const repeated = next && (await result.repeat?.());
      if (next !== undefined && repeated?.isIdle === true) await save(next, repeated);
    },
  };
}

/** @param withJson whether to remember the JSON too: most exports print text, and it is many times as long. */
async function saveIdleExport(
  remembered: RememberedValues,
  state: ExportFingerprint,
  result: CommandResult,
  withJson: boolean,
): Promise<void> {
  if (result.inputs === undefined) return;
  const inputs = state.selectOthers(result.inputs);
  const last: IdleExport = { digest: state.digest(inputs), inputs: [...inputs.keys()], text: result.text(plainStyle) };
  remembered.set(idle, JSON.stringify(last));
  if (withJson) remembered.set(idleJson, JSON.stringify(result.json));
  else remembered.delete(idleJson);
  await remembered.save();
}
