import type { StoreCapabilities } from "@precept/core";

/** One promise of the `RuleStore` port. */
export interface Requirement {
  /** What the store does. */
  readonly text: string;
  /** The capability it takes. Whatever takes one takes `write` too, to have rules to look at. Absent: every store can. */
  readonly needs?: Exclude<keyof StoreCapabilities, "search">;
  /** Asked only of stores whose rules outlive them: of suites with `reopen`. */
  readonly durable?: true;
}

/** All that is promised, as data: each has one check, and becomes one test that is titled with its text. */
export const requirements = {
  "self/capabilities": { text: "has the capabilities that it claims" },
  "self/origin": { text: "names itself as the origin of what it keeps", needs: "write" },
  "self/diagnostics": { text: "gives its diagnostics as a list" },

  "save/found-by-id": { text: "finds a rule by the id that save returned, with every field as it was saved", needs: "write" },
  "save/defaults": { text: "adds nothing to a rule that says only what it must", needs: "write" },
  "save/returned": { text: "returns the rule as it is kept, with its revision and its cursor", needs: "write" },
  "save/replaced": { text: "replaces the whole rule where the current revision is named", needs: "write" },
  "save/others-stay": { text: "leaves other rules as they are", needs: "write" },
  "save/side-by-side": { text: "keeps all of many rules that are saved at once", needs: "write" },
  "save/new-revision": { text: "gives a changed rule a new revision", needs: "write" },
  "save/same-again": { text: "gives a rule a new revision even when the same is saved again", needs: "write" },
  "save/revision-never-returns": { text: "refuses an old revision even when the rule is as it was then", needs: "write" },
  "save/invalid": { text: "refuses a rule that is not valid, and changes nothing", needs: "write" },
  "save/not-keepable": { text: "refuses a rule that it cannot keep, and changes nothing", needs: "write" },

  "save/unique-name": {
    text: "refuses a new rule whose name has to be unique and is taken, and changes nothing",
    needs: "write",
  },
  "save/unique-name-race": { text: "creates exactly one of many rules whose name has to be unique", needs: "write" },

  "conflict/exists": { text: "refuses a rule as new whose id is there, and changes nothing", needs: "write" },
  "conflict/stale": { text: "refuses a change to an older revision, and changes nothing", needs: "write" },
  "conflict/unknown": { text: "refuses a change to a revision that never was, and changes nothing", needs: "write" },
  "conflict/missing": { text: "refuses a change to a rule that is not there, and changes nothing", needs: "write" },
  "conflict/deleted": { text: "refuses a change to a rule that was deleted meanwhile, and changes nothing", needs: "write" },
  "conflict/one-winner": { text: "lets exactly one of many writers win who read the same revision", needs: "write" },
  "conflict/save-or-delete": { text: "lets either the change or the deletion of one revision win, never both", needs: "write" },

  "delete/gone": { text: "no longer has a rule that was deleted, and still has the others", needs: "write" },
  "delete/missing": { text: "says that there was no such rule, and changes nothing", needs: "write" },
  "delete/current": { text: "deletes the revision that is named", needs: "write" },
  "delete/stale": { text: "refuses to delete an older revision, and changes nothing", needs: "write" },
  "delete/one-winner": { text: "tells exactly one of many who delete a rule at once that there was one", needs: "write" },
  "delete/saved-again": { text: "takes a deleted rule again as a new one, with a revision it never had", needs: "write" },

  "get/missing": { text: "answers undefined for an id that it does not have" },

  "list/empty": { text: "lists nothing as long as it is empty" },
  "list/ordered": { text: "lists in the order of ids by code point, each rule once and as get shows it", needs: "write" },
  "list/many": { text: "lists hundreds of rules, each once", needs: "write" },
  "list/limit": { text: "lists the first rules up to the limit", needs: "write" },
  "list/pages": { text: "gives every rule once in pages of any size", needs: "write" },
  "list/pages-filtered": { text: "gives every rule once that passes a filter, in full pages", needs: "write" },
  "list/pages-written-between": {
    text: "gives rules that stay once each in its pages, whatever is written and deleted between them",
    needs: "write",
  },
  "list/behind-deleted": { text: "goes on behind a rule that is gone meanwhile", needs: "write" },
  "list/cursor-of-any": { text: "goes on behind any rule, however its cursor was come by", needs: "write" },
  "list/written-while-read": {
    text: "lists rules that stay once each, and each as it was at one moment, whatever is written while it is read",
    needs: "write",
  },
  "list/broken-off": { text: "can be used after a listing was broken off", needs: "write" },

  "filter/none": { text: "lists everything where a filter asks for nothing", needs: "write" },
  "filter/scope": { text: "lists the rules of a scope", needs: "write" },
  "filter/inclusion": { text: "lists the rules of an inclusion", needs: "write" },
  "filter/name": { text: "lists the rules of exactly a name", needs: "write" },
  "filter/enabled": { text: "lists the rules that are enabled, or those that are not", needs: "write" },
  "filter/category": { text: "lists the rules of a category", needs: "write" },
  "filter/authority": { text: "lists the rules of an authority", needs: "write" },
  "filter/project": { text: "lists the rules of a project and those of none", needs: "write" },
  "filter/user": { text: "lists the rules of a user and those of none", needs: "write" },
  "filter/target": { text: "lists the rules for a tool and those for every tool", needs: "write" },
  "filter/context": { text: "lists the rules for a context and those for every context", needs: "write" },
  "filter/tags": { text: "lists the rules that carry all of the tags", needs: "write" },
  "filter/together": { text: "lists the rules for which every field of a filter holds", needs: "write" },

  "status/plain": { text: "lists rules by their status: active, disabled or pending", needs: "write" },
  "status/several": {
    text: "lists the rules of any of several statuses, of none for none, and of all by default",
    needs: "write",
  },
  "status/superseded": { text: "counts a rule as superseded, disabled or not, that a rule in force replaces", needs: "write" },
  "status/not-in-force": { text: "counts no rule as superseded by a disabled or a pending one", needs: "write" },
  "status/chain": { text: "counts all of a chain of replacements but its end as superseded", needs: "write" },
  "status/filtered-apart": {
    text: "counts a rule as superseded where the filter leaves out the one that replaces it",
    needs: "write",
  },
  "status/restored": { text: "counts a rule as active again once the one that replaced it is deleted", needs: "write" },

  "replaces/self": { text: "refuses a rule that would replace itself, and changes nothing", needs: "write" },
  "replaces/two": { text: "refuses two rules that would replace each other, and changes nothing", needs: "write" },
  "replaces/three": { text: "refuses three rules that would replace each other in a ring, and changes nothing", needs: "write" },
  "replaces/chain": { text: "keeps chains of replacements, and two ways to the same rule", needs: "write" },
  "replaces/missing": { text: "keeps a rule that replaces one it does not have", needs: "write" },
  "replaces/race": { text: "keeps one of two changes that are saved at once and together would make a ring", needs: "write" },

  "values/handed-out": { text: "is not changed through what it handed out", needs: "write" },
  "values/handed-out-stays": { text: "never changes what it handed out", needs: "write" },
  "values/handed-in": { text: "is not changed through what was handed in", needs: "write" },
  "values/handed-in-at-once": {
    text: "keeps a rule as it was when the call was made, whatever its owner does to it then",
    needs: "write",
  },

  "subscribe/saved": { text: "tells of every save once, with the rule as it is kept", needs: "write" },
  "subscribe/deleted": { text: "tells of every deletion once, with the rule's id", needs: "write" },
  "subscribe/nothing-happened": { text: "tells of no write that was refused, and of no deletion of nothing", needs: "write" },
  "subscribe/visible": { text: "shows a write to a listener that looks, the moment it is told", needs: "write" },
  "subscribe/writes-itself": { text: "takes a write that a listener makes when it is told", needs: "write" },
  "subscribe/everyone": { text: "tells every listener the same", needs: "write" },
  "subscribe/leaves": {
    text: "tells nothing more to a listener that left, even twice, and goes on telling the others",
    needs: "write",
  },
  "subscribe/twice": { text: "tells a function twice that subscribed twice, and once after it left once", needs: "write" },
  "subscribe/throws": { text: "keeps the write and tells the other listeners where one throws", needs: "write" },

  "reload/keeps": { text: "has the same after a reload", needs: "write" },
  "reload/silent": { text: "tells nobody of a reload that found nothing new, its own writes included", needs: "write" },

  "signal/list": { text: "ends a listing with the reason of an aborted signal" },
  "signal/list-midway": { text: "ends a listing in its middle, with the signal's reason", needs: "write" },
  "signal/get": { text: "ends a get with the reason of an aborted signal" },
  "signal/reload": { text: "ends a reload with the reason of an aborted signal" },
  "signal/save": { text: "ends a save with the reason of an aborted signal, and writes nothing", needs: "write" },
  "signal/delete": { text: "ends a deletion with the reason of an aborted signal, and deletes nothing", needs: "write" },
  "signal/all-or-nothing": { text: "has either written or rejected, whenever in a write the signal is given", needs: "write" },
  "signal/apply": { text: "ends an apply with the reason of an aborted signal, and writes nothing", needs: "transactions" },
  "signal/history": { text: "ends a history with the reason of an aborted signal", needs: "history" },
  "signal/usage": { text: "ends recordUse and usage with the reason of an aborted signal, and counts nothing", needs: "usage" },

  "dispose/twice": { text: "can be disposed of twice" },
  "dispose/reads": { text: "refuses list, get and reload once it is closed" },
  "dispose/writes": { text: "refuses save and delete once it is closed", needs: "write" },
  "dispose/apply": { text: "refuses apply once it is closed", needs: "transactions" },
  "dispose/history": { text: "refuses history once it is closed", needs: "history" },
  "dispose/usage": { text: "refuses recordUse and usage once it is closed", needs: "usage" },
  "dispose/subscriptions": { text: "tells nobody anything once it is closed", needs: "write" },

  "keeps/unicode": { text: "keeps letters of every script, emoji and odd signs", needs: "write" },
  "keeps/line-breaks": { text: "keeps line breaks of every kind", needs: "write" },
  "keeps/front-matter": { text: "keeps bodies that look like front matter", needs: "write" },
  "keeps/blank-lines": { text: "keeps blank lines and spaces at both ends", needs: "write" },
  "keeps/long": { text: "keeps a text of 100 KB", needs: "write" },
  "keeps/empty": { text: "keeps an empty text", needs: "write" },
  "keeps/texts-of-fields": { text: "keeps odd signs in every other field that is a text", needs: "write" },
  "keeps/metadata": { text: "keeps metadata of every kind of JSON", needs: "write" },
  "keeps/conditions": { text: "keeps conditions", needs: "write" },

  "history/newest-first": { text: "tells a rule's revisions, newest first, the current one included", needs: "history" },
  "history/end": { text: "tells the end of a rule, as it last was", needs: "history" },
  "history/saved-again": { text: "goes on telling what was before a deletion", needs: "history" },
  "history/unknown": { text: "tells nothing of a rule that it never had", needs: "history" },
  "history/refused": { text: "tells nothing of writes that were refused", needs: "history" },
  "history/version": { text: "counts the version itself: one more with every save", needs: "history" },
  "history/handed-out": { text: "is not changed through the history that it handed out", needs: "history" },

  "usage/counted": { text: "counts uses of each rule, and says nothing of rules that were not used", needs: "usage" },
  "usage/unknown": { text: "ignores uses of rules that it does not have", needs: "usage" },
  "usage/latest": { text: "tells the latest use, whatever the order in which uses are recorded", needs: "usage" },
  "usage/at-once": { text: "counts all of many uses that are recorded at once", needs: "usage" },
  "usage/apart": { text: "neither changes a rule nor tells anybody when a use is recorded", needs: "usage" },

  "apply/all": { text: "does several writes together, and returns the rules it saved in their order", needs: "transactions" },
  "apply/one-change": { text: "tells of several writes as one change", needs: "transactions" },
  "apply/none-after-conflict": { text: "does none of several writes where one conflicts", needs: "transactions" },
  "apply/none-after-invalid": { text: "does none of several writes where one is not valid", needs: "transactions" },
  "apply/ring": { text: "does none of several writes that together would make a ring of replacements", needs: "transactions" },
  "apply/in-order": {
    text: "does the writes in their order: what was deleted can be saved again behind it",
    needs: "transactions",
  },
  "apply/nothing": { text: "does nothing, and tells nobody, where there is nothing to write", needs: "transactions" },

  "reopen/rules": { text: "has its rules and their revisions again", needs: "write", durable: true },
  "reopen/revisions": {
    text: "takes changes to a current revision, and refuses those to an older one",
    needs: "write",
    durable: true,
  },
  "reopen/deleted": { text: "does not have deleted rules again", needs: "write", durable: true },
  "reopen/in-flight": {
    text: "has a write that was under way when it was closed exactly if that was fulfilled",
    needs: "write",
    durable: true,
  },
  "reopen/history": { text: "has its history again, and goes on counting", needs: "history", durable: true },
  "reopen/usage": { text: "has its usage again, all that was recorded before it was closed", needs: "usage", durable: true },

  "model/agrees": { text: "answers any sequence of calls as the reference does", needs: "write" },
} as const;

export type RequirementId = keyof typeof requirements;

/** The ids in the order in which they are written down. */
export const requirementIds: readonly RequirementId[] = Object.keys(requirements) as RequirementId[];

export function requirementOf(id: RequirementId): Requirement {
  return requirements[id];
}
