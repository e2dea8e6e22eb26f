import { PreceptError, type Diagnostic } from "@precept/core";
import { locateTarget } from "@precept/files";
import { report } from "./diagnostic-catalogue.ts";
import { defaultAuditDir } from "@precept/enforcement";
import { stateDir } from "@precept/files";
import type { Trust } from "./trust.ts";

/** Reports state directories of Precept that are links or behind a link. Nothing is written there. */
export function checkStateDirectories({ project }: Trust): readonly Diagnostic[] {
  return [stateDir, defaultAuditDir].flatMap((dir) => {
    try {
      locateTarget(project, dir, "none");
      return [];
    } catch (error) {
      return reportStateLink(error) ?? [];
    }
  });
}

/** Converts a refused path to a diagnostic; returns undefined for other errors. */
export function reportStateLink(error: unknown): Diagnostic | undefined {
  if (!PreceptError.is(error, "PATH_REFUSED")) return undefined;
  const { path, reason: problem } = error.details;
  return report("state/refused", { file: path }, `Nothing is written to "${path}": ${problem}.`);
}
