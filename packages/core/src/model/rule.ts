import type * as z from "zod/mini";
import type { originSchema, ruleSchema } from "./rule-schema.ts";

// Types only: a program that never checks a rule never builds its schema.

export type Origin = Readonly<z.infer<typeof originSchema>>;

/** {@inheritDoc ruleSchema} */
export type Rule = Readonly<z.infer<typeof ruleSchema>>;

/** A rule as it is written by hand: everything with a default may be left out. */
export type RuleInput = Readonly<z.input<typeof ruleSchema>>;

/**
 * What a rule file says about its rule. The store that read the file adds the rest: `id`, `scope`, `origin` and times.
 * `label` is true where the file does not declare a name.
 */
export type RuleDraft = Omit<Rule, "id" | "scope" | "origin" | "createdAt" | "updatedAt"> & { readonly label: boolean };
