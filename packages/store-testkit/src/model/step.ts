import * as fc from "fast-check";
import type { RuleFilter, Tenant } from "@precept/core";

/** The revision of a write: none, the current one, an earlier one, or any with an upsert. */
export type RevisionChoice = "none" | "current" | "stale" | "any";

/** The fields, other than the text, that a save changes. */
export interface Change {
  readonly priority: number;
  readonly enabled: boolean;
  readonly pending: boolean;
  readonly tags: readonly string[];
  readonly projectId: string | undefined;
  readonly userId: string | undefined;
  /** Whether the save changes the text, which makes a new version. */
  readonly changesText: boolean;
  /** The slots of the rules that it replaces. */
  readonly replaces: readonly number[];
}

export type SaveStep = {
  readonly kind: "save";
  readonly slot: number;
  readonly revision: RevisionChoice;
  readonly change: Change;
};
export type DeleteStep = { readonly kind: "delete"; readonly slot: number; readonly revision: Exclude<RevisionChoice, "any"> };

/** A call. Rules are identified by slots, since a store may assign ids. */
export type Step =
  | SaveStep
  | DeleteStep
  | { readonly kind: "write-many"; readonly writes: readonly (SaveStep | DeleteStep)[] }
  | { readonly kind: "prune"; readonly maxRevisions: number }
  | { readonly kind: "get"; readonly slot: number; readonly tenant: Tenant | undefined }
  | { readonly kind: "list"; readonly limit: number }
  | { readonly kind: "filter"; readonly filter: RuleFilter }
  | { readonly kind: "reload" };

/** A few slots, so that several steps use the same rule. */
export const slots = ["a", "B", "é", "😀"] as const;

const slot = fc.nat({ max: slots.length - 1 });
const tags = fc.subarray(["a:1", "b:2"]);
const projectId = fc.constantFrom("shop", "blog", undefined);
const userId = fc.constantFrom("ann", undefined, undefined);
const tenant: fc.Arbitrary<Tenant> = fc.record({ projectId, userId });
const revision = fc.constantFrom<RevisionChoice>("current", "current", "current", "none", "stale", "any");
const deletedRevision = fc.constantFrom<DeleteStep["revision"]>("current", "current", "none", "stale");

const change: fc.Arbitrary<Change> = fc.record({
  priority: fc.integer({ min: 1, max: 100 }),
  enabled: fc.constantFrom(true, true, false),
  pending: fc.constantFrom(false, false, true),
  tags,
  projectId,
  userId,
  changesText: fc.boolean(),
  replaces: fc.uniqueArray(slot, { maxLength: 2 }),
});

const filter: fc.Arbitrary<RuleFilter> = fc.oneof(
  fc.record({ status: fc.subarray(["active", "superseded", "disabled", "pending"] as const) }),
  fc.record({ enabled: fc.boolean() }),
  fc.record({ tags }),
  fc.record({ tenant }),
  fc.record({ owner: tenant }),
  fc.record({ tenant, status: fc.subarray(["active", "superseded", "disabled", "pending"] as const) }),
  fc.record({ projectId: fc.constantFrom("shop", "blog"), enabled: fc.constant(true) }),
);

const save: fc.Arbitrary<SaveStep> = fc.record({ kind: fc.constant("save" as const), slot, revision, change });
const deletion: fc.Arbitrary<DeleteStep> = fc.record({ kind: fc.constant("delete" as const), slot, revision: deletedRevision });
const listing = fc.oneof(
  fc.record({ kind: fc.constant("get" as const), slot, tenant: fc.option(tenant, { nil: undefined }) }),
  fc.record({ kind: fc.constant("list" as const), limit: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant("filter" as const), filter }),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: save },
  { weight: 2, arbitrary: deletion },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("write-many" as const),
      // Of different slots, since the revision of a write must be known before the batch.
      writes: fc.uniqueArray(fc.oneof(save, save, deletion), { minLength: 1, maxLength: 3, selector: ({ slot: of }) => of }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("prune" as const), maxRevisions: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 3, arbitrary: listing },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reload" as const) }) },
);

export function sequences(maxCalls: number): fc.Arbitrary<readonly Step[]> {
  return fc.array(step, { minLength: 1, maxLength: maxCalls, size: "max" });
}
