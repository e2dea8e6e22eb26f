import { configSchema } from "@precept/workspace";
import { expect, it } from "vitest";
import { actingSettings, pathSettings } from "./traits.ts";

interface Section {
  readonly shape?: Readonly<Record<string, { readonly def: { readonly innerType?: Section } }>>;
}

function settingsOf({ shape = {} }: Section, prefix = ""): readonly string[] {
  return Object.entries(shape).flatMap(([key, { def }]) => {
    const name = `${prefix}${key}`;
    return def.innerType?.shape === undefined ? [name] : settingsOf(def.innerType, `${name}.`);
  });
}

/** Settings whose values are neither paths nor programs. A new setting fails this test until one of the lists has it. */
const harmless = [
  "rules.default",
  "rules.dialects",
  "rules.ignore",
  "rules.maxDirectories",
  "rules.maxDepth",
  "watch.rescan",
  "watch.backend",
  "store.postgres.schema",
  "cache.redis.prefix",
  "user",
  "tool",
  "project",
  "budget.characters",
  "budget.bytes",
  "budget.tokens",
  "budget.rules",
  "budget.dialectRules",
  "budget.requestable",
  "budget.overflow",
  "order",
  "format",
  "export.to",
  "export.from",
  "export.lossy",
  "export.gitignore",
  "policies.starters",
  "policies.ignore",
  "policies.shadow",
  "policies.audit.mask",
  "policies.audit.keep",
  "policies.keepCheckpoints",
  "policies.tables.severity_mapping",
  "policies.tables.priority_mapping",
  "policies.tables.phase_matrix",
  "policies.tables.limit_named_phases",
  "policies.maxFixes",
  "tokens.counter",
  "tokens.model",
  "context.hookSessions",
  "context.timeZone",
  "context.maxFileCharacters",
  "context.maxCharacters",
  "memory.capture",
  "sessions.record",
  "search.limit",
  "search.timeout",
  "search.mode",
  "search.minScores.sparse",
  "search.minScores.dense",
];

it("lists every setting of the configuration as a path, as acting or as harmless", () => {
  const settings = settingsOf(configSchema as unknown as Section);
  const unknown = settings.filter(
    (name) =>
      !harmless.includes(name) &&
      !pathSettings.includes(name) &&
      !actingSettings.some((one) => name === one || name.startsWith(`${one}.`)),
  );
  expect(unknown).toEqual([]);
  expect([...harmless, ...pathSettings].filter((name) => !settings.includes(name))).toEqual([]);
});
