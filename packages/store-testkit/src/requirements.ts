import type { StoreCapabilities } from "@precept/core";

/** A requirement of the `RuleStore` port. */
export interface Requirement {
  /** The behaviour of the store. */
  readonly text: string;
  /** The required capability. Such checks need `write` too, to save rules. Absent: none. */
  readonly needs?: Extract<keyof StoreCapabilities, "write" | "history" | "usage" | "transactions">;
  /** Whether the check only applies to durable stores: to suites with `reopen`. */
  readonly durable?: true;
  /** Whether the check needs a second client of the same data: it only applies to suites with `peer`. */
  readonly peers?: true;
}

/** The requirements of `RuleStore`. Each has one check, which becomes a test with its text as title. */
export const requirements = {
  "self/capabilities": { text: "has the capabilities that it claims" },
  "self/origin": { text: "sets itself as the origin of its rules", needs: "write" },
  "self/diagnostics": { text: "returns its diagnostics as a list" },
  "self/state": { text: "is ready after a reload" },

  "save/found-by-id": { text: "returns a saved rule by the id that save returned, with all fields unchanged", needs: "write" },
  "save/defaults": { text: "adds nothing to a rule with required fields only", needs: "write" },
  "save/returned": { text: "returns the saved rule with its revision and cursor", needs: "write" },
  "save/replaced": { text: "replaces the whole rule if the given revision is current", needs: "write" },
  "save/others-stay": { text: "does not change other rules", needs: "write" },
  "save/side-by-side": { text: "saves all of many rules that are saved concurrently", needs: "write" },
  "save/new-revision": { text: "gives a changed rule a new revision", needs: "write" },
  "save/same-again": { text: "gives a rule a new revision even if it is saved unchanged", needs: "write" },
  "save/revision-never-returns": { text: "rejects an old revision even if the rule has the same content again", needs: "write" },
  "save/invalid": { text: "rejects an invalid rule, and changes nothing", needs: "write" },
  "save/not-keepable": { text: "rejects a rule that it cannot save, and changes nothing", needs: "write" },

  "save/unique-name": {
    text: "rejects a new rule whose name must be unique and is taken, and changes nothing",
    needs: "write",
  },
  "save/unique-name-race": { text: "creates exactly one of many rules with the same name that must be unique", needs: "write" },

  "upsert/new": { text: "creates a rule with an upsert if there is none, also after its deletion", needs: "write" },
  "upsert/existing": { text: "replaces any revision of a rule with an upsert", needs: "write" },
  "upsert/race": { text: "performs all of many concurrent upserts of a rule", needs: "write" },
  "upsert/unique-name": { text: "rejects an upsert whose name must be unique and is taken by another rule", needs: "write" },
  "upsert/invalid": { text: "rejects an upsert of an invalid rule, and changes nothing", needs: "write" },

  "conflict/exists": { text: "rejects a new rule whose id exists, and changes nothing", needs: "write" },
  "conflict/stale": { text: "rejects a change of an older revision, and changes nothing", needs: "write" },
  "conflict/unknown": { text: "rejects a change of a revision that never existed, and changes nothing", needs: "write" },
  "conflict/missing": { text: "rejects a change of a missing rule, and changes nothing", needs: "write" },
  "conflict/deleted": { text: "rejects a change of a deleted rule, and changes nothing", needs: "write" },
  "conflict/one-winner": { text: "accepts exactly one of many concurrent changes of the same revision", needs: "write" },
  "conflict/save-or-delete": { text: "accepts either the change or the deletion of a revision, never both", needs: "write" },

  "delete/gone": { text: "removes a deleted rule, and keeps the others", needs: "write" },
  "delete/missing": { text: "returns false for a missing rule, and changes nothing", needs: "write" },
  "delete/current": { text: "deletes the given revision", needs: "write" },
  "delete/stale": { text: "rejects the deletion of an older revision, and changes nothing", needs: "write" },
  "delete/one-winner": { text: "returns true for exactly one of many concurrent deletions of a rule", needs: "write" },
  "delete/saved-again": { text: "accepts a deleted rule as a new one, with a new revision", needs: "write" },

  "get/missing": { text: "returns undefined for an unknown id" },
  "get/many": { text: "returns each of several rules as get returns it, without unknown and deleted ones", needs: "write" },

  "list/empty": { text: "lists nothing if it is empty" },
  "list/ordered": {
    text: "lists each rule once, as get returns it, in the order of ids by code point, or in another stable order",
    needs: "write",
  },
  "list/many": { text: "lists each of hundreds of rules once", needs: "write" },
  "list/limit": { text: "lists the first rules up to the limit", needs: "write" },
  "list/pages": { text: "lists each rule once in pages of any size", needs: "write" },
  "list/pages-filtered": { text: "lists each rule that passes a filter once, in full pages", needs: "write" },
  "list/pages-written-between": {
    text: "lists each remaining rule once in pages, even if rules are written and deleted between pages",
    needs: "write",
  },
  "list/behind-deleted": { text: "continues after a rule that was deleted meanwhile", needs: "write" },
  "list/cursor-of-any": {
    text: "continues after the cursor of any rule, from `list`, `get`, `getMany` or `save`",
    needs: "write",
  },
  "list/written-while-read": {
    text: "lists each remaining rule once, as of one point in time, even if rules are written during the listing",
    needs: "write",
  },
  "list/ids": { text: "lists the ids and revisions of exactly the rules that it lists, in the same order", needs: "write" },
  "list/broken-off": { text: "works after a listing is aborted", needs: "write" },

  "tenant/filter": { text: "lists the rules that are visible to a tenant", needs: "write" },
  "tenant/owner": { text: "lists the rules of exactly one project and user", needs: "write" },
  "tenant/get": { text: "returns a rule, alone or with others, only to tenants that see it", needs: "write" },
  "tenant/status": { text: "treats a rule as superseded only for tenants that see the rule that replaces it", needs: "write" },
  "tenant/status-of-all": {
    text: "treats a rule as superseded without a tenant if all who see it see the rule that replaces it",
    needs: "write",
  },

  "filter/none": { text: "lists all rules for an empty filter", needs: "write" },
  "filter/scope": { text: "lists the rules of a scope", needs: "write" },
  "filter/inclusion": { text: "lists the rules of an inclusion", needs: "write" },
  "filter/name": { text: "lists the rules with exactly a name", needs: "write" },
  "filter/enabled": { text: "lists enabled or disabled rules", needs: "write" },
  "filter/category": { text: "lists the rules of a category", needs: "write" },
  "filter/authority": { text: "lists the rules of an authority", needs: "write" },
  "filter/project": { text: "lists the rules of a project and rules of no project", needs: "write" },
  "filter/user": { text: "lists the rules of a user and rules of no user", needs: "write" },
  "filter/target": { text: "lists the rules for a tool and rules for all tools", needs: "write" },
  "filter/context": { text: "lists the rules for a context and rules for all contexts", needs: "write" },
  "filter/tags": { text: "lists the rules with all of the tags", needs: "write" },
  "filter/together": { text: "lists the rules that match all fields of a filter", needs: "write" },

  "status/plain": { text: "lists rules by their status: active, disabled or pending", needs: "write" },
  "status/several": {
    text: "lists the rules with one of several statuses, none for an empty list, and all by default",
    needs: "write",
  },
  "status/superseded": { text: "treats a rule, disabled or not, as superseded if an active rule replaces it", needs: "write" },
  "status/inactive-replacement": { text: "does not treat a rule as superseded by a disabled or pending rule", needs: "write" },
  "status/chain": { text: "treats all rules of a chain of replacements except the last as superseded", needs: "write" },
  "status/filtered-apart": {
    text: "treats a rule as superseded even if the filter excludes the rule that replaces it",
    needs: "write",
  },
  "status/restored": { text: "treats a rule as active again after the rule that replaced it is deleted", needs: "write" },

  "replaces/self": {
    text: "rejects a rule that would replace itself, and changes nothing; or the rule does not supersede itself",
    needs: "write",
  },
  "replaces/two": {
    text: "rejects two rules that would replace each other, and changes nothing; or neither supersedes the other",
    needs: "write",
  },
  "replaces/three": {
    text: "rejects a cycle of three replacements, and changes nothing; or none supersedes another",
    needs: "write",
  },
  "replaces/chain": { text: "accepts chains of replacements, and two paths to the same rule", needs: "write" },
  "replaces/missing": { text: "accepts a rule that replaces an unknown rule", needs: "write" },
  "replaces/race": {
    text: "accepts one of two concurrent changes that together would form a cycle; or neither supersedes the other",
    needs: "write",
  },

  "values/handed-out": { text: "does not change if a caller changes a returned rule", needs: "write" },
  "values/handed-out-stays": { text: "never changes a returned rule", needs: "write" },
  "values/handed-in": { text: "does not change if a caller changes a saved rule", needs: "write" },
  "values/handed-in-at-once": {
    text: "saves a rule as it was at the time of the call, even if the caller changes it afterwards",
    needs: "write",
  },

  "subscribe/saved": { text: "notifies once for each save, with the saved rule", needs: "write" },
  "subscribe/deleted": { text: "notifies once for each deletion, with the rule's id", needs: "write" },
  "subscribe/nothing-happened": { text: "does not notify for rejected writes or deletions of missing rules", needs: "write" },
  "subscribe/visible": { text: "shows the write to a listener that reads during the notification", needs: "write" },
  "subscribe/writes-itself": { text: "accepts a write by a listener during the notification", needs: "write" },
  "subscribe/everyone": { text: "notifies all listeners of the same changes", needs: "write" },
  "subscribe/leaves": {
    text: "does not notify a listener that unsubscribed, even twice, and continues to notify the others",
    needs: "write",
  },
  "subscribe/twice": {
    text: "notifies a function twice if it subscribed twice, and once after one unsubscription",
    needs: "write",
  },
  "subscribe/throws": { text: "completes the write and notifies the other listeners if one throws", needs: "write" },

  "feed/positions": { text: "publishes each change with the position before it and the position after it", needs: "write" },
  "feed/copies": {
    text: "publishes changes from which a subscriber can maintain a copy, for any sequence of writes",
    needs: "write",
  },
  "feed/filter": { text: "notifies a subscriber only of rules that pass its filter", needs: "write" },
  "feed/leaves-filter": { text: "notifies of a rule that no longer passes the filter as deleted", needs: "write" },
  "feed/tenant": { text: "does not notify a tenant of the rules of other tenants", needs: "write" },

  "since/etag": { text: "has the same position exactly if no rule changed", needs: "write" },
  "since/current": { text: "returns no changes since the current position", needs: "write" },
  "since/difference": { text: "returns the difference since any earlier position, for any sequence of writes", needs: "write" },
  "since/once": { text: "returns each changed rule once, in its current state", needs: "write" },
  "since/unknown": { text: "returns a reset with its position for an unknown position", needs: "write" },
  "since/filter": { text: "returns the changes of rules that pass or passed a filter", needs: "write" },
  "since/leaves-filter": { text: "returns a rule that no longer passes the filter as deleted", needs: "write" },
  "since/tenant": { text: "returns no changes of other tenants", needs: "write" },

  "write-many/results": { text: "performs several writes, and returns their results in order", needs: "write" },
  "write-many/rejected": { text: "performs the other writes if one of several is rejected", needs: "write" },
  "write-many/in-order": { text: "performs several writes of the same rule in order", needs: "write" },
  "write-many/changes": { text: "notifies of several writes without a gap", needs: "write" },
  "write-many/handed-in": { text: "performs several writes as they were at the time of the call", needs: "write" },
  "write-many/race": { text: "accepts one of several concurrent batches that change the same revision", needs: "write" },

  "reload/keeps": { text: "has the same rules after a reload", needs: "write" },
  "reload/silent": { text: "does not notify for a reload without changes, also after its own writes", needs: "write" },

  "signal/list": { text: "rejects a listing with the reason of an aborted signal" },
  "signal/list-midway": { text: "ends a running listing with the reason of the signal", needs: "write" },
  "signal/get": { text: "rejects get and getMany with the reason of an aborted signal" },
  "signal/since": { text: "rejects etag and changesSince with the reason of an aborted signal" },
  "signal/reload": { text: "rejects a reload with the reason of an aborted signal" },
  "signal/save": { text: "rejects a save with the reason of an aborted signal, and writes nothing", needs: "write" },
  "signal/write-many": {
    text: "rejects several writes with the reason of an aborted signal, and writes nothing",
    needs: "write",
  },
  "signal/delete": { text: "rejects a deletion with the reason of an aborted signal, and deletes nothing", needs: "write" },
  "signal/all-or-nothing": { text: "either writes or rejects, regardless of when the signal is aborted", needs: "write" },
  "signal/apply": { text: "rejects an apply with the reason of an aborted signal, and writes nothing", needs: "transactions" },
  "signal/history": { text: "rejects history and pruneHistory with the reason of an aborted signal", needs: "history" },
  "signal/usage": {
    text: "rejects recordUse and usage with the reason of an aborted signal, and counts nothing",
    needs: "usage",
  },

  "dispose/twice": { text: "can be disposed twice" },
  "dispose/reads": { text: "rejects all reads and reload after it is closed" },
  "dispose/writes": { text: "rejects save, delete and writeMany after it is closed", needs: "write" },
  "dispose/apply": { text: "rejects apply after it is closed", needs: "transactions" },
  "dispose/history": { text: "rejects history and pruneHistory after it is closed", needs: "history" },
  "dispose/usage": { text: "rejects recordUse and usage after it is closed", needs: "usage" },
  "dispose/subscriptions": { text: "does not notify after it is closed", needs: "write" },

  "keeps/unicode": { text: "preserves letters of all scripts, emoji and special characters", needs: "write" },
  "keeps/line-breaks": { text: "preserves all kinds of line breaks", needs: "write" },
  "keeps/front-matter": { text: "preserves texts that look like front matter", needs: "write" },
  "keeps/blank-lines": { text: "preserves blank lines and spaces at both ends", needs: "write" },
  "keeps/long": { text: "preserves a text of 100 KB", needs: "write" },
  "keeps/empty": { text: "preserves an empty text", needs: "write" },
  "keeps/texts-of-fields": { text: "preserves special characters in all other text fields", needs: "write" },
  "keeps/metadata": { text: "preserves metadata with all kinds of JSON", needs: "write" },
  "keeps/conditions": { text: "preserves conditions", needs: "write" },

  "history/newest-first": { text: "returns the revisions of a rule, newest first, including the current one", needs: "history" },
  "history/end": { text: "returns the deletion of a rule, with its last state", needs: "history" },
  "history/saved-again": { text: "returns the revisions before a deletion if the rule is created again", needs: "history" },
  "history/unknown": { text: "returns nothing for an unknown rule", needs: "history" },
  "history/refused": { text: "does not contain rejected writes", needs: "history" },
  "history/version": {
    text: "increments the version when the name, the description or the content changes, and not otherwise",
    needs: "history",
  },
  "history/handed-out": { text: "does not change if a caller changes a returned revision", needs: "history" },

  "history/tenant": { text: "returns only revisions that were visible to the tenant", needs: "history" },
  "history/pages": { text: "returns the revisions before a revision, up to the limit", needs: "history" },
  "history/reason": { text: "returns the reasons of writes", needs: "history" },
  "history/times": { text: "returns the times of writes, if it has a clock", needs: "history" },
  "prune/count": { text: "removes the oldest revisions of each rule above a number, and returns how many", needs: "history" },
  "prune/deleted": { text: "removes revisions of deleted rules, but not the deletion", needs: "history" },
  "prune/current": { text: "never removes the current revision of a rule", needs: "history" },
  "prune/age": { text: "removes revisions that were replaced before a time", needs: "history" },
  "prune/feed": {
    text: "does not change a rule, a position or what changed since one if it removes revisions",
    needs: "history",
  },
  "prune/writes": { text: "compares revisions and counts versions as before if it removed revisions", needs: "history" },
  "usage/counted": { text: "counts the uses of each rule, and omits unused rules", needs: "usage" },
  "usage/unknown": { text: "ignores uses of unknown rules", needs: "usage" },
  "usage/latest": { text: "returns the latest use, regardless of the order in which uses are recorded", needs: "usage" },
  "usage/at-once": { text: "counts all of many concurrent uses", needs: "usage" },
  "usage/session-and-tool": { text: "returns the last session, and the number of uses by tool", needs: "usage" },
  "usage/apart": { text: "does not change a rule or notify if a use is recorded", needs: "usage" },

  "apply/all": { text: "applies several writes together, and returns the saved rules in order", needs: "transactions" },
  "apply/one-change": { text: "notifies once for several writes", needs: "transactions" },
  "apply/none-after-conflict": { text: "applies none of several writes if one conflicts", needs: "transactions" },
  "apply/none-after-invalid": { text: "applies none of several writes if one is invalid", needs: "transactions" },
  "apply/ring": {
    text: "applies none of several writes that together would form a cycle of replacements",
    needs: "transactions",
  },
  "apply/in-order": {
    text: "applies the writes in order: a rule can be saved again after its deletion",
    needs: "transactions",
  },
  "apply/nothing": { text: "does nothing and does not notify for an empty list of writes", needs: "transactions" },

  "reopen/rules": { text: "has its rules and revisions after it is reopened", needs: "write", durable: true },
  "reopen/revisions": {
    text: "accepts changes of a current revision and rejects those of an older one after it is reopened",
    needs: "write",
    durable: true,
  },
  "reopen/position": {
    text: "returns what changed since an earlier position, or a reset, after it is reopened",
    needs: "write",
    durable: true,
  },
  "reopen/deleted": { text: "does not have deleted rules after it is reopened", needs: "write", durable: true },
  "reopen/in-flight": {
    text: "has a write that was pending when it was closed exactly if the promise resolved",
    needs: "write",
    durable: true,
  },
  "reopen/history": { text: "has its history after it is reopened, and continues to count", needs: "history", durable: true },
  "reopen/usage": { text: "has all recorded usage after it is reopened", needs: "usage", durable: true },

  "peer/reads": { text: "shows the writes of another client after a reload", needs: "write", peers: true },
  "peer/etag": { text: "has a new position exactly after a write of another client", needs: "write", peers: true },
  "peer/changes": { text: "notifies of the writes of another client, in their order", needs: "write", peers: true },
  "peer/since": { text: "returns what another client changed since a position", needs: "write", peers: true },
  "peer/reconnect": { text: "returns what changed while a client was closed, or a reset", needs: "write", peers: true },
  "peer/conflict": {
    text: "accepts one of several concurrent changes of a revision by two clients",
    needs: "write",
    peers: true,
  },
  "peer/stale": {
    text: "rejects a write of a revision that another client replaced, before and after a reload",
    needs: "write",
    peers: true,
  },
  "peer/delete": { text: "returns true for one of several concurrent deletions by two clients", needs: "write", peers: true },
  "peer/unique-name": {
    text: "creates one of several rules of two clients with the same name that must be unique",
    needs: "write",
    peers: true,
  },
  "peer/interleaved": {
    text: "shows two clients the same rules after any interleaved writes of both",
    needs: "write",
    peers: true,
  },
  "peer/cycle": {
    text: "accepts one of two changes of two clients that together would form a cycle; or neither supersedes the other",
    needs: "write",
    peers: true,
  },
  "peer/tenant": { text: "does not show a tenant what another client writes for other tenants", needs: "write", peers: true },
  "peer/history": { text: "returns the revisions of all clients", needs: "history", peers: true },
  "peer/usage": { text: "counts the uses of all clients", needs: "usage", peers: true },

  "model/agrees": { text: "behaves like the reference store for any sequence of calls", needs: "write" },
} as const;

export type RequirementId = keyof typeof requirements;

/** The ids of all requirements, in order. */
export const requirementIds: readonly RequirementId[] = Object.keys(requirements) as RequirementId[];

export function requirementOf(id: RequirementId): Requirement {
  return requirements[id];
}
