import type * as z from "zod/mini";
import type { originSchema, ruleSchema } from "./rule-schema.ts";

// The constants and types of a rule. The schema has a file of its own, so that a program which never checks a rule never builds it.

/** When a rule applies. */
export const inclusions = ["always", "fileMatch", "manual", "agentRequested", "relevant"] as const;

export type Inclusion = (typeof inclusions)[number];

/** The default of {@link Rule}'s `priority`. */
export const defaultPriority = 50;

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
