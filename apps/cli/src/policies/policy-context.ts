import { phases, signalKeys, type Phase } from "@precept/contract/values";
import { withoutUndefined, type Json } from "@precept/core";
import { Option, type Command } from "commander";
import { collectVariable } from "../request.ts";

export interface PolicyContextOptions {
  readonly phase?: Phase;
  readonly context?: Readonly<Record<string, Json>>;
  readonly highQuality?: boolean;
}

interface CheckContext extends PolicyContextOptions {
  readonly context: Readonly<Record<string, Json>>;
  /** The context again. The user of a command may say that the branch is another one: the command only reports. */
  readonly signals: Readonly<Record<string, string>>;
}

export function addPolicyContextOptions(command: Command): Command {
  return command
    .addOption(new Option("--phase <phase>", "evaluate only the policies of this phase (default: all phases)").choices(phases))
    .option(
      "--context <name=value>",
      "a context value that policies filter on, such as agent_type=Reviewer (repeatable)",
      collectVariable,
    )
    .option("--high-quality", "raise the priority of policies with `metadata.priority_boost`, as high-quality work does");
}

/** Reads the phase and the context. The event `check` distinguishes a check from an agent's write. */
export function readPolicyContext({ phase, context = {}, highQuality }: PolicyContextOptions): CheckContext {
  const signals = Object.fromEntries(
    signalKeys.flatMap((name) => {
      const value = context[name];
      if (value === undefined) return [];
      return [[name, typeof value === "string" ? value : JSON.stringify(value)] as const];
    }),
  );
  return {
    ...withoutUndefined({ phase, highQuality }),
    context: { event: "check", ...context },
    signals,
  };
}
