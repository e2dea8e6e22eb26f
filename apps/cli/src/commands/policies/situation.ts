import type { Json } from "@precept/core";
import type { Phase } from "@precept/governance";
import { Option, type Command } from "commander";
import { collectVariable } from "../../request.ts";

/** The phases of work, as the command line names them. They are written out here so that the help needs no other module. */
const phaseNames = ["ANALYSIS", "TASKS", "IMPLEMENTATION", "REVIEW", "TEST"] as const satisfies readonly Phase[];

/** What is known about the work, as it was written on the command line. */
export interface SituationOptions {
  readonly phase?: Phase;
  readonly context?: Readonly<Record<string, Json>>;
}

export function addSituationOptions(command: Command): Command {
  return command
    .addOption(new Option("--phase <phase>", "the phase of the work (default: any phase)").choices(phaseNames))
    .option("--context <name=value>", "a fact about the work, such as agent_type=Reviewer (repeatable)", collectVariable);
}

/** The same for a check. That it is one tells it from an agent who is about to write the file. */
export function readSituation({
  phase,
  context = {},
}: SituationOptions): Required<Pick<SituationOptions, "context">> & SituationOptions {
  return { ...(phase !== undefined && { phase }), context: { event: "check", ...context } };
}
