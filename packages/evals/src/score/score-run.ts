import { pushAll } from "@precept/core";
import type { EvalCase } from "../model/eval-case.ts";
import type { Breach } from "../schedule/run-result.ts";
import type { Observation } from "./observation.ts";

/** Finds violations in a text. */
export type FindViolations = (
  subject:
    | { readonly kind: "file"; readonly file: string; readonly text: string }
    | { readonly kind: "command"; readonly text: string },
) => Promise<readonly Breach[]>;

/**
 * Lists why a run did not follow the rules of its case. Empty if it did.
 *
 * An agent that changes no file follows no rule about files: else, one that fails would count as obedient.
 */
export async function scoreRun(
  { expect }: Pick<EvalCase, "expect">,
  { changes, commands, check, answer }: Observation,
  findViolations: FindViolations,
): Promise<readonly Breach[]> {
  const breaches: Breach[] = [];
  if (expect.policies.length > 0 || expect.matches.length > 0) {
    for (const { path, text } of changes) {
      if (text !== undefined) pushAll(breaches, await findViolations({ kind: "file", file: path, text }));
    }
    for (const text of commands) pushAll(breaches, await findViolations({ kind: "command", text }));
    if (changes.length === 0 && commands.length === 0) breaches.push({ kind: "unchanged", name: "no file was changed" });
  }
  if (expect.command !== undefined && check?.exitCode !== 0) breaches.push({ kind: "command", name: expect.command.join(" ") });
  if (expect.question !== undefined && answer !== "yes") breaches.push({ kind: "question", name: expect.question });
  return breaches;
}
