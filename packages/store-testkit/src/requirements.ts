import type { StoreCapabilities } from "@precept/core";

/** A requirement of the `RuleStore` port. */
export interface Requirement {
  /** The behaviour of the store. */
  readonly text: string;
  /** The required capability. Such checks need `write` too, to save rules. Absent: none. */
  readonly needs?: Extract<keyof StoreCapabilities, "write" | "history" | "usage" | "transactions" | "positions">;
  /** Whether the check only applies to durable stores: to suites with `reopen`. */
  readonly durable?: true;
  /** Whether the check needs a second client of the same data: it only applies to suites with `peer`. */
  readonly peers?: true;
}

/** Requirements of all stores. */
const reading = {
  "self/capabilities": "has the capabilities that it claims",
  "self/diagnostics": "returns its diagnostics as a list",
  "self/state": "is ready after a reload",
  "get/missing": "returns undefined for an unknown id",
  "list/empty": "lists nothing if it is empty",
  "signal/list": "rejects a listing with the reason of an aborted signal",
  "signal/get": "rejects get and getMany with the reason of an aborted signal",
  "signal/since": "rejects etag and changesSince with the reason of an aborted signal",
  "signal/reload": "rejects a reload with the reason of an aborted signal",
  "dispose/twice": "can be disposed twice",
  "dispose/reads": "rejects all reads and reload after it is closed",
} as const;

/** Requirements of stores with the capability `write`. */
const writing = {
  "self/origin": "sets itself as the origin of its rules",
  "save/found-by-id": "returns a saved rule by the id that save returned, with all fields unchanged",
  "save/defaults": "adds nothing to a rule with required fields only",
  "save/returned": "returns the saved rule with its revision and cursor",
  "save/replaced": "replaces the whole rule if the given revision is current",
  "save/others-stay": "does not change other rules",
  "save/side-by-side": "saves all of many rules that are saved concurrently",
  "save/new-revision": "gives a changed rule a new revision",
  "save/same-again": "gives a rule a new revision even if it is saved unchanged",
  "save/revision-never-returns": "rejects an old revision even if the rule has the same content again",
  "save/invalid": "rejects an invalid rule, and changes nothing",
  "save/not-keepable": "rejects a rule that it cannot save, and changes nothing",
  "save/unique-name": "rejects a new rule whose name must be unique and is taken, and changes nothing",
  "save/unique-name-race": "creates exactly one of many rules with the same name that must be unique",
  "upsert/new": "creates a rule with an upsert if there is none, also after its deletion",
  "upsert/existing": "replaces any revision of a rule with an upsert",
  "upsert/race": "performs all of many concurrent upserts of a rule",
  "upsert/unique-name": "rejects an upsert whose name must be unique and is taken by another rule",
  "upsert/invalid": "rejects an upsert of an invalid rule, and changes nothing",
  "conflict/exists": "rejects a new rule whose id exists, and changes nothing",
  "conflict/stale": "rejects a change of an older revision, and changes nothing",
  "conflict/unknown": "rejects a change of a revision that never existed, and changes nothing",
  "conflict/missing": "rejects a change of a missing rule, and changes nothing",
  "conflict/deleted": "rejects a change of a deleted rule, and changes nothing",
  "conflict/one-winner": "accepts exactly one of many concurrent changes of the same revision",
  "conflict/save-or-delete": "accepts either the change or the deletion of a revision, never both",
  "delete/gone": "removes a deleted rule, and keeps the others",
  "delete/missing": "returns false for a missing rule, and changes nothing",
  "delete/current": "deletes the given revision",
  "delete/stale": "rejects the deletion of an older revision, and changes nothing",
  "delete/one-winner": "returns true for exactly one of many concurrent deletions of a rule",
  "delete/saved-again": "accepts a deleted rule as a new one, with a new revision",
  "get/many": "returns each of several rules as get returns it, without unknown and deleted ones",
  "list/ordered": "lists each rule once, as get returns it, in the order of ids by code point, or in another stable order",
  "list/many": "lists each of hundreds of rules once",
  "list/limit": "lists the first rules up to the limit",
  "list/pages": "lists each rule once in pages of any size",
  "list/pages-filtered": "lists each rule that passes a filter once, in full pages",
  "list/pages-written-between": "lists each remaining rule once in pages, even if rules are written and deleted between pages",
  "list/behind-deleted": "continues after a rule that was deleted meanwhile",
  "list/cursor-of-any": "continues after the cursor of any rule, from `list`, `get`, `getMany` or `save`",
  "list/written-while-read":
    "lists each remaining rule once, as of one point in time, even if rules are written during the listing",
  "list/ids": "lists the ids and revisions of exactly the rules that it lists, in the same order",
  "list/broken-off": "works after a listing is aborted",
  "tenant/filter": "lists the rules that are visible to a tenant",
  "tenant/owner": "lists the rules of exactly one project and user",
  "tenant/get": "returns a rule, alone or with others, only to tenants that see it",
  "tenant/status": "treats a rule as superseded only for tenants that see the rule that replaces it",
  "tenant/status-of-all": "treats a rule as superseded without a tenant if all who see it see the rule that replaces it",
  "filter/none": "lists all rules for an empty filter",
  "filter/scope": "lists the rules of a scope",
  "filter/inclusion": "lists the rules of an inclusion",
  "filter/name": "lists the rules with exactly a name",
  "filter/enabled": "lists enabled or disabled rules",
  "filter/category": "lists the rules of a category",
  "filter/authority": "lists the rules of an authority",
  "filter/project": "lists the rules of a project and rules of no project",
  "filter/user": "lists the rules of a user and rules of no user",
  "filter/target": "lists the rules for a tool and rules for all tools",
  "filter/context": "lists the rules for a context and rules for all contexts",
  "filter/tags": "lists the rules with all of the tags",
  "filter/together": "lists the rules that match all fields of a filter",
  "status/plain": "lists rules by their status: active, disabled or pending",
  "status/several": "lists the rules with one of several statuses, none for an empty list, and all by default",
  "status/superseded": "treats a rule, disabled or not, as superseded if an active rule replaces it",
  "status/inactive-replacement": "does not treat a rule as superseded by a disabled or pending rule",
  "status/chain": "treats all rules of a chain of replacements except the last as superseded",
  "status/filtered-apart": "treats a rule as superseded even if the filter excludes the rule that replaces it",
  "status/restored": "treats a rule as active again after the rule that replaced it is deleted",
  "replaces/self": "rejects a rule that would replace itself, and changes nothing; or the rule does not supersede itself",
  "replaces/two": "rejects two rules that would replace each other, and changes nothing; or neither supersedes the other",
  "replaces/three": "rejects a cycle of three replacements, and changes nothing; or none supersedes another",
  "replaces/chain": "accepts chains of replacements, and two paths to the same rule",
  "replaces/missing": "accepts a rule that replaces an unknown rule",
  "replaces/race": "accepts one of two concurrent changes that together would form a cycle; or neither supersedes the other",
  "values/handed-out": "does not change if a caller changes a returned rule",
  "values/handed-out-stays": "never changes a returned rule",
  "values/handed-in": "does not change if a caller changes a saved rule",
  "values/handed-in-at-once": "saves a rule as it was at the time of the call, even if the caller changes it afterwards",
  "subscribe/saved": "notifies once for each save, with the saved rule",
  "subscribe/deleted": "notifies once for each deletion, with the rule's id",
  "subscribe/nothing-happened": "does not notify for rejected writes or deletions of missing rules",
  "subscribe/visible": "shows the write to a listener that reads during the notification",
  "subscribe/writes-itself": "accepts a write by a listener during the notification",
  "subscribe/everyone": "notifies all listeners of the same changes",
  "subscribe/leaves": "does not notify a listener that unsubscribed, even twice, and continues to notify the others",
  "subscribe/twice": "notifies a function twice if it subscribed twice, and once after one unsubscription",
  "subscribe/throws": "completes the write and notifies the other listeners if one throws",
  "feed/positions": "publishes each change with the position before it and the position after it",
  "feed/copies": "publishes changes from which a subscriber can maintain a copy, for any sequence of writes",
  "feed/filter": "notifies a subscriber only of rules that pass its filter",
  "feed/leaves-filter": "notifies of a rule that no longer passes the filter as deleted",
  "feed/tenant": "does not notify a tenant of the rules of other tenants",
  "since/etag": "has the same position exactly if no rule changed",
  "since/current": "returns no changes since the current position",
  "since/difference": "returns the difference since any earlier position, for any sequence of writes",
  "since/once": "returns each changed rule once, in its current state",
  "since/unknown": "returns a reset with its position for an unknown position",
  "since/filter": "returns the changes of rules that pass or passed a filter",
  "since/leaves-filter": "returns a rule that no longer passes the filter as deleted",
  "since/tenant": "returns no changes of other tenants",
  "write-many/results": "performs several writes, and returns their results in order",
  "write-many/rejected": "performs the other writes if one of several is rejected",
  "write-many/in-order": "performs several writes of the same rule in order",
  "write-many/changes": "notifies of several writes without a gap",
  "write-many/handed-in": "performs several writes as they were at the time of the call",
  "write-many/race": "accepts one of several concurrent batches that change the same revision",
  "reload/keeps": "has the same rules after a reload",
  "reload/silent": "does not notify for a reload without changes, also after its own writes",
  "signal/list-midway": "ends a running listing with the reason of the signal",
  "signal/save": "rejects a save with the reason of an aborted signal, and writes nothing",
  "signal/write-many": "rejects several writes with the reason of an aborted signal, and writes nothing",
  "signal/delete": "rejects a deletion with the reason of an aborted signal, and deletes nothing",
  "signal/all-or-nothing": "either writes or rejects, regardless of when the signal is aborted",
  "dispose/writes": "rejects save, delete and writeMany after it is closed",
  "dispose/subscriptions": "does not notify after it is closed",
  "keeps/unicode": "preserves letters of all scripts, emoji and special characters",
  "keeps/line-breaks": "preserves all kinds of line breaks",
  "keeps/front-matter": "preserves texts that look like front matter",
  "keeps/blank-lines": "preserves blank lines and spaces at both ends",
  "keeps/long": "preserves a text of 100 KB",
  "keeps/empty": "preserves an empty text",
  "keeps/texts-of-fields": "preserves special characters in all other text fields",
  "keeps/metadata": "preserves metadata with all kinds of JSON",
  "keeps/conditions": "preserves conditions",
  "reopen/rules": "has its rules and revisions after it is reopened",
  "reopen/revisions": "accepts changes of a current revision and rejects those of an older one after it is reopened",
  "reopen/position": "returns what changed since an earlier position, or a reset, after it is reopened",
  "reopen/deleted": "does not have deleted rules after it is reopened",
  "reopen/in-flight": "has a write that was pending when it was closed exactly if the promise resolved",
  "peer/reads": "shows the writes of another client after a reload",
  "peer/etag": "has a new position exactly after a write of another client",
  "peer/changes": "notifies of the writes of another client, in their order",
  "peer/since": "returns what another client changed since a position",
  "peer/reconnect": "returns what changed while a client was closed, or a reset",
  "peer/conflict": "accepts one of several concurrent changes of a revision by two clients",
  "peer/stale": "rejects a write of a revision that another client replaced, before and after a reload",
  "peer/delete": "returns true for one of several concurrent deletions by two clients",
  "peer/unique-name": "creates one of several rules of two clients with the same name that must be unique",
  "peer/interleaved": "shows two clients the same rules after any interleaved writes of both",
  "peer/cycle": "accepts one of two changes of two clients that together would form a cycle; or neither supersedes the other",
  "peer/tenant": "does not show a tenant what another client writes for other tenants",
  "model/agrees": "behaves like the reference store for any sequence of calls",
} as const;

/** Requirements of stores with the capability `transactions`. */
const applying = {
  "signal/apply": "rejects an apply with the reason of an aborted signal, and writes nothing",
  "dispose/apply": "rejects apply after it is closed",
  "apply/all": "applies several writes together, and returns the saved rules in order",
  "apply/one-change": "notifies once for several writes",
  "apply/none-after-conflict": "applies none of several writes if one conflicts",
  "apply/none-after-invalid": "applies none of several writes if one is invalid",
  "apply/ring": "applies none of several writes that together would form a cycle of replacements",
  "apply/in-order": "applies the writes in order: a rule can be saved again after its deletion",
  "apply/nothing": "does nothing and does not notify for an empty list of writes",
} as const;

/** Requirements of stores with the capability `history`. */
const history = {
  "signal/history": "rejects history and pruneHistory with the reason of an aborted signal",
  "dispose/history": "rejects history and pruneHistory after it is closed",
  "history/newest-first": "returns the revisions of a rule, newest first, including the current one",
  "history/end": "returns the deletion of a rule, with its last state",
  "history/saved-again": "returns the revisions before a deletion if the rule is created again",
  "history/unknown": "returns nothing for an unknown rule",
  "history/refused": "does not contain rejected writes",
  "history/version": "increments the version when the name, the description or the content changes, and not otherwise",
  "history/handed-out": "does not change if a caller changes a returned revision",
  "history/tenant": "returns only revisions that were visible to the tenant",
  "history/pages": "returns the revisions before a revision, up to the limit",
  "history/reason": "returns the reasons of writes",
  "history/times": "returns the times of writes, if it has a clock",
  "prune/count": "removes the oldest revisions of each rule above a number, and returns how many",
  "prune/deleted": "removes revisions of deleted rules, but not the deletion",
  "prune/current": "never removes the current revision of a rule",
  "prune/age": "removes revisions that were replaced before a time",
  "prune/feed": "does not change a rule, a position or what changed since one if it removes revisions",
  "prune/writes": "compares revisions and counts versions as before if it removed revisions",
  "reopen/history": "has its history after it is reopened, and continues to count",
  "peer/history": "returns the revisions of all clients",
} as const;

/** Requirements of stores with the capability `usage`. */
const usage = {
  "signal/usage": "rejects recordUse and usage with the reason of an aborted signal, and counts nothing",
  "dispose/usage": "rejects recordUse and usage after it is closed",
  "usage/counted": "counts the uses of each rule, and omits unused rules",
  "usage/unknown": "ignores uses of unknown rules",
  "usage/latest": "returns the latest use, regardless of the order in which uses are recorded",
  "usage/at-once": "counts all of many concurrent uses",
  "usage/session-and-tool": "returns the last session, and the number of uses by tool",
  "usage/apart": "does not change a rule or notify if a use is recorded",
  "reopen/usage": "has all recorded usage after it is reopened",
  "peer/usage": "counts the uses of all clients",
} as const;

/** Requirements of stores with the capability `positions`. */
const positions = {
  "signal/reached": "rejects hasReached with the reason of an aborted signal",
  "dispose/reached": "rejects hasReached after it is closed",
  "since/reached": "has reached all positions that it returned, and rejects unknown ones",
  "peer/reached": "has reached the position that another client returned after a write, and then shows the write",
} as const;

export type RequirementId =
  | keyof typeof reading
  | keyof typeof writing
  | keyof typeof applying
  | keyof typeof history
  | keyof typeof usage
  | keyof typeof positions;

/** The requirements of `RuleStore`. Each has one check, which becomes a test with its text as title. */
export const requirements: Readonly<Record<RequirementId, Requirement>> = {
  ...describe(reading, undefined),
  ...describe(writing, "write"),
  ...describe(applying, "transactions"),
  ...describe(history, "history"),
  ...describe(usage, "usage"),
  ...describe(positions, "positions"),
};

/** The ids of all requirements, in order. */
export const requirementIds: readonly RequirementId[] = Object.keys(requirements) as RequirementId[];

function describe<Id extends string>(texts: Readonly<Record<Id, string>>, needs: Requirement["needs"]): Record<Id, Requirement> {
  const described = Object.entries<string>(texts).map(([id, text]): [string, Requirement] => [
    id,
    {
      text,
      ...(needs !== undefined && { needs }),
      ...(id.startsWith("reopen/") && { durable: true }),
      ...(id.startsWith("peer/") && { peers: true }),
    },
  ]);
  return Object.fromEntries(described) as Record<Id, Requirement>;
}
