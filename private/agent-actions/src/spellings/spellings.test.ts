import { propertyRuns } from "@precept/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unboundedRunner, type PatternRunner } from "@precept/governance";
import { commandPoliciesViolatedBy, dangerousCommands, verdictOf, violatedBy, violationsOf } from "./check-spellings.ts";
import { mentionsOf, spellingsOf } from "./spell-command.ts";
import { textWrappers } from "./text-wrappers.ts";
import { wordSpellings } from "./word-spellings.ts";

const commands = dangerousCommands();
const together: PatternRunner = {
  ...unboundedRunner,
  runAll: (tasks, limit) => tasks.flatMap(({ pattern, text }) => unboundedRunner.run([pattern], text, limit)),
};

describe("the starter policies", () => {
  it("see dangerous commands in every spelling", () => {
    for (const { ways, text } of fc.sample(spellingsOf(commands), {
      numRuns: propertyRuns({ sample: 150, full: 400 }),
      seed: 16,
    })) {
      expect({ ways, text, verdict: verdictOf(text) }).toEqual({ ways, text, verdict: "seen" });
    }
  });

  it.each(Object.keys(wordSpellings))("see a command that is written with %s", (name) => {
    expect(verdictOf(wordSpellings[name]?.(["git", "push", "--force", "origin", "main"]) ?? "")).toBe("seen");
  });

  it.each(Object.keys(textWrappers))("see a command that is run by %s", (name) => {
    expect(verdictOf(textWrappers[name]?.("rm '-r'f /") ?? "")).toBe("seen");
  });

  it("decide in the same way when expressions run together", () => {
    for (const { text } of fc.sample(spellingsOf(commands), { numRuns: propertyRuns({ sample: 40, full: 100 }), seed: 17 })) {
      expect(violationsOf(text, together)).toEqual(violationsOf(text, unboundedRunner));
    }
  });

  it("do not take mentions for commands", () => {
    // Programs that search files are asked for the paths of secrets, also in a pattern.
    const readsSecrets = (command: string) => violatedBy(command).some((id) => /^(?:CRED|EXFIL)-/.test(id));
    const mentioned = commands.filter((command) => !readsSecrets(command) && !readsSecrets(command.replace(/^\S+/, "cat")));
    for (const { ways, text } of fc.sample(mentionsOf(mentioned), {
      numRuns: propertyRuns({ sample: 100, full: 300 }),
      seed: 16,
    })) {
      // Policies about interpreters search their code.
      if (ways.includes("printed by Python")) continue;
      expect({ ways, text, policies: commandPoliciesViolatedBy(text) }).toEqual({ ways, text, policies: [] });
    }
  });
});
