import { PreceptError, type Diagnostic } from "@precept/core";
import { locateTarget } from "@precept/files";
import { report } from "./diagnostic-catalogue.ts";
import { defaultAuditDir, stateDir } from "@precept/enforcement";
import type { Trust } from "./trust.ts";

/** Reports the directories of Precept's own that are links, or lie behind one: nothing is written there. */
export function refusedState({ project }: Trust): readonly Diagnostic[] {
  return [stateDir, defaultAuditDir].flatMap((dir) => {
    try {
      locateTarget(project, dir, "none");
      return [];
    } catch (error) {
      return reportRefusedState(error) ?? [];
    }
  });
}

/** What an error says about a file of Precept's own that is a link; undefined for other errors. */
export function reportRefusedState(error: unknown): Diagnostic | undefined {
  if (!PreceptError.is(error, "PATH_REFUSED")) return undefined;
  const { path, problem } = error.details;
  return report("state/refused", { file: path }, `Nothing is written to "${path}": ${problem}.`);
}
