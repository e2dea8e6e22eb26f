import type * as z from "zod/mini";
import type { originSchema, ruleSchema } from "./rule-schema.ts";

// Types only, so that importing this file does not load zod.

export type Origin = Readonly<z.infer<typeof originSchema>>;

/** {@inheritDoc ruleSchema} */
export type Rule = Readonly<z.infer<typeof ruleSchema>>;

/** The input of `createRule`: fields with a default are optional. */
export type RuleInput = Readonly<z.input<typeof ruleSchema>>;

/**
 * The rule of a file, as a codec returns it. The store that reads the file adds `id`, `scope`, `origin` and times. `label` is true if the file does
 * not declare a name.
 */
export type RuleDraft = Omit<Rule, "id" | "scope" | "origin" | "createdAt" | "updatedAt"> & { readonly label: boolean };
