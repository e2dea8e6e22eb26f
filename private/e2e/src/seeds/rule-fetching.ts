import { createSeed, type Seed } from "./requirement.ts";

const payload = "private/e2e/src/memory/payload";
const read = "packages/core/src/wire/read-rule";
const service = "packages/core/src/service/create-memory-service";
const requests = "packages/core/src/service/read-memory-requests";
const filter = "packages/store-sqlite/src/filter";
const search = "packages/store-sqlite/src/search";
const index = "packages/core/src/search/rule-search-index";
const cached = "packages/core/src/mirror/cached-store";
const client = "packages/client/src/memory/memory-client";
const messages = "apps/server/src/rpc/messages";
const usage = "packages/store-sqlite/src/usage";
const store = "packages/store-sqlite/src/store";
const match = "packages/core/src/match/precondition";

export const ruleFetching: Seed = createSeed("Fetching memory rules", [
  [
    "F1",
    "Goals",
    "Fetching rules takes less than 100 ms.",
    [`${cached}: answers all filters of a tenant from one reading of each owner`],
    "Tests assert no times. The benchmarks in private/bench measure requests as ratios to named baselines.",
  ],
  [
    "F2",
    "Schema",
    "Rules are stored with a dense vector of cosine distance and a sparse one.",
    [
      `${search}: finds rules by meaning when they have vectors`,
      `${search}: finds rules by words, with the fields of the rule weighed`,
    ],
  ],
  [
    "F3",
    "Schema",
    "The dense vector has 384 dimensions.",
    [
      "packages/embedders/src/local: may have the ONNX file in `onnx` or next to the tokenizer",
      `${index}: by vectors of other dimensions leaves hybrid with words`,
    ],
    "The embedder decides the number. The local one has 384.",
  ],
  [
    "F4",
    "Payload",
    "A rule has an id, a name, a text, a category, an authority, a scope and a source.",
    [
      `${read}: is read with every field, and what is not part of a rule is returned apart`,
      `${payload}: keeps every field of a memory rule through a write`,
    ],
  ],
  [
    "F5",
    "Payload",
    "The category is preference, behavior or agent.",
    [`${payload}: keeps every field of a memory rule through a write`],
    "Any text is a category: projects have others.",
  ],
  [
    "F6",
    "Payload",
    "The authority is absolute or default.",
    [
      "packages/core/src/rulebook/relevant-rules: those of absolute authority always do",
      "packages/core/src/budget/budget: accepts rules of absolute authority first",
    ],
  ],
  ["F7", "Payload", "A rule has conditions.", [`${match}: %j is met by %j and not by %j`]],
  [
    "F8",
    "Payload",
    "A rule names the rules that it replaces.",
    ["packages/core/src/match/rule-index: a rule that others list in `replaces`"],
  ],
  [
    "F9",
    "Payload",
    "A rule has the times of its creation and its last change, as ISO 8601.",
    [`${store}: are set by the store: \`createdAt\` if it is unknown, \`updatedAt\` with every save`],
  ],
  [
    "F10",
    "Payload",
    "A rule has a project and tools that it is for.",
    [
      `${match}: a rule that %s has preconditions`,
      `${requests}: a rule is for one of several contexts and tools if it names one of them, or none`,
    ],
  ],
  [
    "F11",
    "Payload",
    "A rule has a priority from 0 to 100.",
    [`${read}: of 0 is mapped to 1, which is noted`],
    "The agent rules say 1 to 100, so 0 is read as 1, with a note.",
  ],
  [
    "F12",
    "Payload",
    "A rule has a cost in tokens.",
    [`${read}: is read with every field, and what is not part of a rule is returned apart`],
    "It is computed from the text and the tokenizer of the request, and not stored.",
  ],
  [
    "F13",
    "Payload",
    "A rule has the number of its uses and the time of the last one.",
    [`${usage}: of several processes are added up, and the latest time is stored`],
  ],
  [
    "F14",
    "Payload",
    "A rule has tags.",
    ["packages/core/src/search/sparse-index: in tags and globs are found", `${read}: is read with every field`],
  ],
  [
    "F15",
    "Indexes",
    "Category, authority, scope, project, tools, tags and priority are found by an index.",
    [`${filter}: by an index for %s`, `${filter}: by an index for any two fields, all fields and all statuses`],
  ],
  [
    "F16",
    "gRPC",
    "There are four calls: a list, a search, one rule, and the counting of a use.",
    [
      `${client}: has the calls of the memory service`,
      "apps/server/src/rpc/same-answers: to all calls, for all rules and filters",
    ],
  ],
  [
    "F17",
    "gRPC",
    "A list is filtered by scope, project, category, authority, tools and tags.",
    [
      `${requests}: is mapped to a filter, for an owner and for several contexts and tools`,
      `${filter}: lists the same as the memory store for any rules, filter, limit and cursor`,
    ],
  ],
  ["F18", "gRPC", "A list has 100 rules by default.", [`${service}: returns 100 rules by default, and says how many there are`]],
  [
    "F19",
    "gRPC",
    "A list says how many rules there are, and continues with a cursor.",
    [`${service}: returns every rule on exactly one page`],
  ],
  [
    "F20",
    "gRPC",
    "The search mode is hybrid, dense or sparse.",
    [
      `${service}: finds active rules that are visible, with scores, and says how it searched`,
      `${service}: refuses to search by meaning without an embedder`,
    ],
  ],
  ["F21", "gRPC", "A search has 10 rules by default.", [`${requests}: is hybrid, for 10 rules of any score, by default`]],
  [
    "F22",
    "gRPC",
    "A search leaves out rules below a score of 0.5.",
    [`${requests}: has a threshold for each leg: %j`, `${requests}: is hybrid, for 10 rules of any score, by default`],
    "One threshold cannot mean the same for words, vectors and both, so each leg has its own, and without one any score is enough.",
  ],
  [
    "F23",
    "gRPC",
    "A hit has its score.",
    [`${service}: finds active rules that are visible, with scores, and says how it searched`],
  ],
  [
    "F24",
    "gRPC",
    "The messages have the fields of the document, with conditions and metadata as JSON texts.",
    [
      `${messages}: the messages have the same fields as the objects of the service`,
      `${read}: is read from a message, with JSON texts, empty texts for missing fields, and a score`,
    ],
  ],
  [
    "F25",
    "gRPC",
    "Clients that know only the fields of the document are served.",
    ["apps/server/src/rpc/rpc: clients that only know the first fields are served"],
  ],
  [
    "F26",
    "gRPC",
    "The use of several rules is counted for a session and a tool, and the answer has their number.",
    [
      `${service}: counts each rule once for each call, and names the rules that it did not count`,
      `${usage}: are counted by tool, with the session of the last use that named one`,
    ],
  ],
  [
    "F27",
    "Client",
    "A rule that does not exist is no error for a client, but a missing value.",
    [`${client}: has the calls of the memory service`],
  ],
  [
    "F28",
    "Client",
    "Each call has a time limit: 10 seconds, or 5 for single rules.",
    [`${client}: sends the token, the project and the time limit`],
    "The limit is 30 seconds for each call, unless the client or the call sets another one.",
  ],
  [
    "F29",
    "Client",
    "A client repeats calls that fail.",
    [`${client}: repeats reads`, `${client}: never repeats the counting of a use`],
  ],
  [
    "F30",
    "Tags",
    "The known dimensions of tags are domain, language, tool, workflow and priority.",
    [
      "packages/lint/src/rules/check-tags: with a known dimension and an unknown value is pointed out, with a suggestion if one is similar",
    ],
  ],
  [
    "F31",
    "Tags",
    "The example of a rule with tags is read.",
    [`${payload}: keeps every field of a memory rule through a write`, `${read}: is read with every field`],
  ],
  [
    "F32",
    "Scope",
    "A rule with an empty scope applies in all contexts, and another one in one of its contexts.",
    [
      `${match}: accepts a rule %s`,
      `${requests}: a rule is for one of several contexts and tools if it names one of them, or none`,
    ],
  ],
  [
    "F33",
    "Queries",
    "Filters are applied before a search.",
    [`${index}: of the query apply to both legs before candidates are counted`],
  ],
  [
    "F34",
    "Queries",
    "Hybrid searches combine words and vectors.",
    ["packages/core/src/search/fuse-legs: adds what stands out by meaning to the score by words"],
  ],
  [
    "F35",
    "Queries",
    "A prompt gets all absolute rules and the most relevant of the others.",
    [
      "packages/core/src/rulebook/relevant-rules: apply if the prompt is about them, with their scores; those of absolute authority always do",
    ],
  ],
  [
    "F36",
    "Queries",
    "Vectors are not returned.",
    [`${messages}: the messages have the same fields as the objects of the service`],
  ],
  [
    "F37",
    "Queries",
    "Large results come in pages with cursors.",
    [`${search}: lists the hits in pages that are together one large page`],
  ],
  [
    "F38",
    "L1",
    "A cache in memory has 1,000 rules for 5 minutes.",
    [
      `${cached}: does not store more rules than the limit, and returns them all the same`,
      `${cached}: reads everything again after a reset, and after the store did not answer for long`,
    ],
  ],
  [
    "F39",
    "L1",
    "The oldest entry is removed if the cache is full.",
    [`${cached}: removes the rules that were not used for the longest time`],
    "The entry that was not used for the longest time is removed: it is the one that is needed least.",
  ],
  [
    "F40",
    "L1",
    "An entry belongs to a combination of filters.",
    [`${cached}: answers all filters of a tenant from one reading of each owner`],
    "An entry has all rules of an owner, and filters are applied in memory: the hit rate is 99.9 instead of 12.7 percent.",
  ],
  [
    "F41",
    "L1",
    "The cache is safe for concurrent calls.",
    [
      `${cached}: shares one reading among concurrent reads`,
      "private/trials/src/cache-histories/cache-histories: cached stores of several clients",
    ],
  ],
  [
    "F42",
    "L2",
    "A second layer is optional, with 30 minutes.",
    [
      `${cached}: saves other processes the reading`,
      "packages/core/src/mirror/memory-rule-cache: returns a value until its time has passed",
    ],
  ],
  [
    "F43",
    "Invalidation",
    "A change of a rule invalidates what it affects, before the write returns.",
    [
      `${cached}: includes its own writes if their events are lost`,
      `${cached}: applies the changes of other processes without a call`,
    ],
  ],
  [
    "F44",
    "Invalidation",
    "A read can bypass the cache.",
    [`${cached}: reads from the store if asked to, or without a tenant, and notices newer rules there`],
  ],
  [
    "F45",
    "Warm-up",
    "The rules of a project can be read before the first request.",
    [
      "packages/core/src/rulebook/rules-in-memory: are there before the first request of a tenant to warm up",
      `${cached}: reads the rules of tenants when it is created`,
    ],
  ],
  [
    "F46",
    "Versions",
    "A changed text makes a new version, and the old one remains for queries.",
    [
      `${store}: returns all revisions, newest first, in several chunks`,
      "apps/cli/src/commands/history/history: shows version, time, reason and text of each revision, newest first",
    ],
  ],
  [
    "F47",
    "Versions",
    "A new version is a rule with another id that replaces the old one.",
    [
      `${payload}: keeps every field of a memory rule through a write`,
      `${store}: can form chains and diamonds and name unknown rules, but cannot form cycles`,
    ],
    "A version is a number of the same rule, so that references stay valid. `replaces` works, too.",
  ],
  [
    "F48",
    "Versions",
    "A history has the time and the reason of each version.",
    [
      `${store}: returns all revisions, newest first, in several chunks`,
      "packages/store-sqlite/src/read: continues before a revision, up to a limit, with times and reasons",
    ],
  ],
  [
    "F49",
    "Updates",
    "A changed authority or scope changes the rule in place.",
    ["packages/core/src/memory-store/store: creates a rule, and replaces it if the revision is current"],
  ],
  [
    "F50",
    "Consistency",
    "Writes are atomic and durable.",
    ["packages/store-sqlite/src/crash: after kill -9 behind %d acknowledged writes every one of them is there"],
  ],
  [
    "F51",
    "Consistency",
    "Reads are not older than the time of the cache.",
    [`${cached}: finds lost changes of other processes after the time of the recheck`],
  ],
  [
    "F52",
    "Phase 5",
    "More than 80 percent of requests are answered by the cache.",
    [`${cached}: answers all filters of a tenant from one reading of each owner`],
    "`pnpm bench cache` measures 99.9 percent. Tests assert no rates.",
  ],
]);
