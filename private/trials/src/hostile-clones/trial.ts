import { timedOut, tryRepository } from "../../../e2e/src/hostile/try-commands.ts";
import type { Round, Size } from "../trial.ts";

const commands: Readonly<Record<Size, number>> = { sample: 2, full: 8 };

/** Runs random commands in a hostile repository. No command may read, write or run anything outside the project, or take longer than ten seconds. */
export async function runRound(seed: number, size: Size): Promise<Round> {
  const options = { commands: commands[size], limit: size === "sample" ? 60_000 : 10_000 };
  let tried = await tryRepository(seed, options);
  // On a busy machine any command may time out, so a timeout counts only if it happens twice.
  if (tried.findings.some(({ failure }) => failure === timedOut)) tried = await tryRepository(seed, options);
  return {
    counts: Object.fromEntries(
      Object.entries(Object.groupBy(tried.codes, String)).map(([code, all]) => [`exit ${code}`, all?.length ?? 0]),
    ),
    failures: tried.findings.map(({ call, failure }) => `precept ${call.join(" ")}\n  ${failure}`),
  };
}
