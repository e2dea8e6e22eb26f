import type { AllowedUse, RetiredWord, WordList } from "./word-list.ts";

// Names are file names and declared identifiers, split into words: `keepAll` is "keep" and "all". Text is comments,
// string literals that are prose, and documentation; code spans do not count.

const retired: readonly RetiredWord[] = [
  {
    retiredIn: "names",
    forms: ["look", "looks", "looked", "looking", "looker"],
    replacement: "evaluate, scan, rescan, inspect, `PolicyOutcome`",
  },
  {
    retiredIn: "text",
    forms: ["look at", "looks at", "looked at", "only looks", "look again", "looked again"],
    replacement: "evaluate, check, inspect, search",
  },
  { retiredIn: "names", forms: ["keep", "keeps", "kept", "keeper"], replacement: "save, store, retain, snapshot, cached" },
  { retiredIn: "names", forms: ["place", "places", "placed"], replacement: "location, path, root" },
  { retiredIn: "names", forms: ["fact", "facts"], replacement: "spec" },
  { retiredIn: "both", forms: ["in force", "into force"], replacement: "active" },
  { retiredIn: "both", forms: ["shelf"], replacement: "cache" },
  { retiredIn: "names", forms: ["danger", "dangers"], replacement: "`RegexRisk`, `checkRegexSafety`" },
  {
    retiredIn: "both",
    forms: ["examine", "examines", "examined", "examination", "examinations"],
    replacement: "validate, validation",
  },
  { retiredIn: "names", forms: ["standing", "standings"], replacement: "effective priority" },
  { retiredIn: "both", forms: ["purse"], replacement: "budget tracker" },
  { retiredIn: "both", forms: ["sketch", "sketches"], replacement: "MinHash signature" },
  { retiredIn: "names", forms: ["pieces"], replacement: "shingle, part" },
  { retiredIn: "names", forms: ["spot", "spots"], replacement: "match, location" },
  { retiredIn: "both", forms: ["tame", "tamed", "tames"], replacement: "sanitize" },
  { retiredIn: "both", forms: ["sighting", "sightings"], replacement: "occurrence" },
  { retiredIn: "names", forms: ["book", "law", "laws", "party", "parties"], replacement: "store, policy, actor" },
  { retiredIn: "both", forms: ["stamp", "stamps", "stamped"], replacement: "digest, fingerprint, cache key" },
  { retiredIn: "both", forms: ["oddity", "oddities"], replacement: "anomaly" },
  { retiredIn: "both", forms: ["usual header"], replacement: "fast path" },
  { retiredIn: "names", forms: ["claim", "claims", "territory", "territories"], replacement: "assertion, language scope" },
  { retiredIn: "names", forms: ["closed gate"], replacement: "failed precondition" },
  { retiredIn: "both", forms: ["stand in", "stand ins", "stands in", "stand-in", "stand-ins"], replacement: "replacement, fake" },
  {
    retiredIn: "both",
    forms: ["gives way", "give way", "giving way"],
    replacement: "is replaced by, is shadowed by, overridable",
  },
  { retiredIn: "names", forms: ["settle", "settles", "settled"], replacement: "`applySuppressions`, finalise" },
  { retiredIn: "names", forms: ["touched"], replacement: "overlapping, changed" },
  { retiredIn: "both", forms: ["excused", "excuse", "excuses"], replacement: "excepted" },
  { retiredIn: "names", forms: ["side", "sides"], replacement: "store under test, left / right" },
  { retiredIn: "both", forms: ["door", "doors"], replacement: "entry point" },
  { retiredIn: "names", forms: ["file now", "directory now"], replacement: "…Sync" },
  {
    retiredIn: "both",
    forms: ["late modules", "late module", "light builtins", "heavy start"],
    replacement: "lazy modules, `assertStartupGraph`",
  },
  { retiredIn: "names", forms: ["fine"], replacement: "ok, valid" },
  { retiredIn: "names", forms: ["ours", "theirs"], replacement: "left / right, base / incoming, measured / baseline" },
  { retiredIn: "names", forms: ["told", "tell", "tells", "teller"], replacement: "notify, report" },
  {
    retiredIn: "text",
    forms: ["is told", "are told", "was told", "to be told"],
    replacement: "is notified, is reported, receives",
  },
  { retiredIn: "names", forms: ["most"], replacement: "max…" },
  { retiredIn: "names", forms: ["early", "aside", "meant", "surroundings"], replacement: "precheck, notice, intended, existing" },
  { retiredIn: "both", forms: ["opponent", "opponents"], replacement: "baseline" },
  { retiredIn: "both", forms: ["trouble", "troubles"], replacement: "diagnostics, errors" },
  { retiredIn: "names", forms: ["unseen", "left over"], replacement: "not checked, remaining" },
  {
    retiredIn: "text",
    forms: ["somebody", "nobody", "whoever", "anybody", "everybody"],
    replacement: "the caller, the user, the client, the writer, no one",
  },
  { retiredIn: "text", forms: ["people"], replacement: "the user, readers" },
  { retiredIn: "both", forms: ["anew", "afresh"], replacement: "again, new" },
  {
    retiredIn: "text",
    forms: ["of old", "for ever", "of no use", "what became of", "who has to", "let go of", "lets go of"],
    replacement: "say it plainly",
  },
  { retiredIn: "text", forms: ["made up of", "is made of", "are made of"], replacement: "consists of" },
  { retiredIn: "text", forms: ["at once"], replacement: "immediately; at the same time" },
  { retiredIn: "text", forms: ["put right", "puts right", "putting right"], replacement: "fix" },
  { retiredIn: "text", forms: ["goes on being", "go on being", "goes on", "go on"], replacement: "continues, remains" },
  { retiredIn: "text", forms: ["taken for", "takes for"], replacement: "treated as, mistaken for" },
  { retiredIn: "text", forms: ["lies in", "lie in", "lies below", "lies outside"], replacement: "is in" },
  { retiredIn: "text", forms: ["beside it", "beside them", "beside that"], replacement: "next to it, with it" },
  {
    retiredIn: "text",
    forms: ["can't be meant", "cannot be meant", "that are meant", "that is meant", "who is meant"],
    replacement: "intended",
  },
  { retiredIn: "text", forms: ["as it stands", "as they stand", "as it is to be"], replacement: "unchanged, represents" },
  { retiredIn: "text", forms: ["there is no such", "of the same kind", "what follows from"], replacement: "not found, similar" },
  { retiredIn: "text", forms: ["comes along", "brings along"], replacement: "includes" },
  { retiredIn: "text", forms: ["so to speak", "as if nothing", "for its sake", "for the sake of", "sake"], replacement: "for" },
  { retiredIn: "both", forms: ["work tree", "work trees"], replacement: "working tree" },
  { retiredIn: "text", forms: ["in vain", "at all events"], replacement: "without effect" },
];

const allowed: readonly AllowedUse[] = [
  // keys of the configuration and options of commands
  { use: "keepCheckpoints", where: "everywhere" },
  { use: "keepRollbacks", where: "everywhere" },
  { use: "keep", where: "everywhere" },
  // the term of OpenID Connect, and the settings with it
  { use: "claim", where: "apps/server/" },
  { use: "claims", where: "everywhere" },
  { use: "userClaim", where: "apps/server/" },
  { use: "groupsClaim", where: "apps/server/" },
  { use: "user_claim", where: "apps/server/" },
  { use: "groups_claim", where: "apps/server/" },
  // the Unix user
  { use: "user nobody", where: "everywhere" },
  // an environment variable of git
  { use: "GIT_WORK_TREE", where: "everywhere" },
  // an option of servers of Node
  { use: "keepAliveTimeout", where: "everywhere" },
  // an option of `createStateStore`
  { use: "keepDays", where: "packages/store-sqlite/" },
  // an option of `@grpc/proto-loader`
  { use: "keepCase", where: "apps/server/test/" },
  // a key of the plan of a rollback, which is saved
  { use: "isKept", where: "packages/enforcement/src/git/" },
  // a key of entries in the audit log
  { use: "kept", where: "packages/enforcement/src/enforce/write-audit.ts" },
  // a shelf in a warehouse
  { use: "The shelf", where: "examples/storefront/" },
  // a property of rolldown's plugins
  { use: "moduleSideEffects", where: "apps/cli/bundle/" },
  // Watchman's word for waiting until changes end
  { use: "settle", where: "packages/store-fs/" },
  { use: "settles", where: "packages/store-fs/" },
  { use: "settleMs", where: "packages/store-fs/" },
  // a key of the output of `precept conflicts --json`
  { use: "places", where: "apps/cli/src/commands/" },
  // a key of the output of `precept export --json`
  { use: "most", where: "apps/cli/src/commands/export/" },
];

/** The words that this repository no longer uses. */
export const retiredWords: WordList = { retired, allowed };
