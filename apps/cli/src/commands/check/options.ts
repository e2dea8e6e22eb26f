import { PreceptError } from "@precept/core";
import type { SharedOptions } from "../../options.ts";
import type { SituationOptions } from "../policies/situation.ts";
import type { ReportFormat } from "../../terminal/report-formats.ts";

/** The options of `check`, as they were written on the command line. */
export interface CheckCommandOptions extends SharedOptions, SituationOptions {
  readonly stdinPath?: string;
  readonly staged?: boolean;
  readonly since?: string;
  readonly fix?: boolean;
  readonly fixDryRun?: boolean;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly pruneBaseline?: boolean;
  readonly shadow?: boolean;
  readonly format?: ReportFormat;
  readonly quiet?: boolean;
  readonly maxWarnings?: number;
}

/** Options that say something different about the same. */
const contradictions: readonly (readonly [keyof CheckCommandOptions, keyof CheckCommandOptions])[] = [
  ["staged", "since"],
  ["staged", "fix"],
  ["staged", "fixDryRun"],
  ["staged", "updateBaseline"],
  ["staged", "pruneBaseline"],
  ["updateBaseline", "pruneBaseline"],
  ["fix", "fixDryRun"],
  ["shadow", "fix"],
  ["fixDryRun", "updateBaseline"],
  ["fixDryRun", "pruneBaseline"],
];

/** Options that are about files. */
const aboutFiles = ["staged", "since", "fix", "updateBaseline", "pruneBaseline"] as const;

/**
 * Refuses options that don't go together.
 *
 * @throws PreceptError `OPTION_INVALID`.
 */
export function refuseContradictions(options: CheckCommandOptions, args: readonly string[]): void {
  const isText = args.includes("-");
  for (const [one, other] of contradictions) {
    if (options[one] !== undefined && options[other] !== undefined) refuse(flagOf(one), `no ${flagOf(other)} beside it`);
  }
  if (isText && args.length > 1) refuse("-", "no other path beside it");
  if (!isText && options.stdinPath !== undefined) refuse("--stdin-path", "- as the path to check");
  for (const one of aboutFiles) if (isText && options[one] !== undefined) refuse(flagOf(one), "files to check, not -");
}

function refuse(option: string, expected: string): never {
  throw new PreceptError("OPTION_INVALID", { option, value: "set", expected });
}

function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
