import type { GeneratedSession } from "./generate.ts";
import type { FoundRule } from "./project-under-trial.ts";
import { ruleNames } from "./project.ts";

/** Compares the breaches that adherence found with those that the sessions have. @returns a text for each difference. */
export function compareBreaches(
  source: string,
  sessions: readonly GeneratedSession[],
  found: readonly FoundRule[],
): readonly string[] {
  const failures: string[] = [];
  for (const name of ruleNames) {
    const rule = found.find((one) => one.name === name);
    const occasions = sessions.reduce((sum, session) => sum + session.occasions[name], 0);
    if (rule?.followed.of !== occasions) {
      failures.push(`${source}: ${name} had ${occasions} occasions, not ${rule?.followed.of}`);
    }
    for (const { id, breaches } of sessions) {
      const expected = breaches[name].map((what) => (what === "answer" || what === "command" ? "" : what)).toSorted();
      const own = rule?.breaches.filter(({ session }) => session === id).map(({ file }) => file ?? "") ?? [];
      if (own.toSorted().join() !== expected.join()) {
        failures.push(`${source}: ${name} was broken in ${id} at ${expected.join(" ") || "no file"}, not at ${own.join(" ")}`);
      }
    }
  }
  return failures;
}

/** The ages of all breaches, in the order of the sessions. */
export function agesOf(found: readonly FoundRule[]): readonly string[] {
  return found
    .flatMap(({ name, breaches }) => breaches.map(({ at, session, age }) => `${session} ${name} ${at}: ${age}`))
    .toSorted();
}
