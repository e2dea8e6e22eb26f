import { createSeed, type Seed } from "./requirement.ts";

const core = "packages/core/src/properties";
const files = "packages/core/src/properties-of-files";
const rest = "private/e2e/src/seeds/rest";
const crud = "apps/server/src/routes/rules/crud";
const list = "apps/server/src/routes/rules/list";
const queries = "apps/server/src/routes/rules/queries";
const agent = "packages/langchain/src/seed-client";
const langchain = "packages/langchain/src/rules-middleware";
const calls = "packages/middleware/src/model-calls";
const wire = "packages/core/src/wire/read-rule";
const rule = "packages/core/src/model/rule";
const native = "packages/core/src/parse/parse-native";
const reader = "packages/store-fs/src/reference-reader";
const store = "packages/store-fs/src/store";
const write = "packages/store-fs/src/write";
const samples = "private/e2e/src/seeds/samples";
const debug = "packages/core/src/trace/debug-section";
const extract = "packages/core/src/match/extract-references";
const format = "packages/core/src/compose/format";
const budget = "packages/core/src/budget/budget";

export const agentRules: Seed = createSeed("Agent rules", [
  [
    "R1",
    "Goals",
    "There are global rules, rules of a user and rules of a project.",
    [
      "packages/workspace/src/roots: come from the project, its subdirectories, the overlay, configured directories, the user and the global directory",
    ],
  ],
  [
    "R2",
    "Goals",
    "Changed rules are noticed while a program runs.",
    [
      "packages/store-fs/src/watch: reaches a rulebook, whose next answer has the new rules",
      "apps/server/src/routes/events/sockets: arrive when a file is edited, and the next request sees the change",
    ],
  ],
  [
    "R3",
    "Goals",
    "It can be seen why each rule applies or does not.",
    [
      `${core}: Property 13: Trace Recording Completeness`,
      "apps/cli/src/commands/explain/explain: shows which rules apply and why, which do not, and the diagnostics of rule files",
    ],
  ],
  [
    "R4",
    "Goals",
    "No path leads out of the allowed directories, and no text of a rule can pass for another rule.",
    [
      `${reader}: no path ever yields text from a reference out of allowed directories`,
      `${format}: a hostile text cannot imitate a rule`,
    ],
  ],
  [
    "R5",
    "Goals",
    "Rules are managed by a command line and over HTTP.",
    ["apps/cli/src/commands/create/create: precept edit", `${rest}: creates, reads, changes and deletes rules of its user`],
  ],
  [
    "R6",
    "Architecture",
    "The global rules are in ~/.dataagent/rules, and those of a user in ~/.dataagent/users/ID/rules.",
    [
      "packages/workspace/src/roots: are read for the user whose id they have, as rules of that user",
      "packages/mdc-compat/src/lookup/locations: the personal rule directories of DataAgent and goagent are known",
    ],
  ],
  [
    "R7",
    "Architecture",
    "The rules of a project are in .dataagent/rules.",
    [`${samples}: applies the rules of DataAgent`],
    "They are read and changed there. New rules are written to .precept/rules.",
  ],
  [
    "R8",
    "Architecture",
    "Rules are stored in files, in memory or in a database.",
    ["packages/workspace/src/stores: are files and session memory, and a database if configured"],
  ],
  [
    "R9",
    "Architecture",
    "The same commands are in a chat: `/rules list`, `create`, `debug` and `trace`.",
    ["apps/cli/src/slash: runs commands on an open workspace, and leaves it open", "private/e2e/src/examples: examples/%s"],
  ],
  [
    "R10",
    "1 Model",
    "A rule has a name, a description, a text and a scope.",
    [`${rule}: requires an id and a name, and fills in the rest`],
  ],
  [
    "R11",
    "1 Model",
    "The scopes are global, user, project and session, in this order.",
    [`${rule}: ranks the scopes global, user, project, session`],
  ],
  [
    "R12",
    "1 Model",
    "The inclusion is always, fileMatch or manual.",
    [`${rule}: rejects an invalid %s and names it: %j`, `${samples}: applies the rules of DataAgent`],
    "There are two more: agentRequested, as in the rules of Cursor, and relevant, for memory rules.",
  ],
  ["R13", "1 Model", "The priority is 1 to 100, and 50 by default.", [`${wire}: from 1 to 100 stays, and a missing one is 50`]],
  [
    "R14",
    "1 Model",
    "A rule can override rules of its name, and can be disabled.",
    [`${core}: Property 9: Override Behavior`, "apps/cli/src/commands/create/create: disables and enables a rule"],
  ],
  [
    "R15",
    "1 Model",
    "A rule has the path of its file, two times and metadata.",
    [
      "packages/store-fs/src/creation-times: stays the same with each write, also in other processes",
      `${crud}: stores all fields`,
      "packages/store-fs/src/load: gives each rule its scope, its times and its origin",
    ],
  ],
  [
    "R16",
    "1 Model",
    "A rule becomes JSON with these names, and back.",
    [`${files}: Property 12: Rule Serialization Completeness`, `${wire}: any rule survives its wire format without notes`],
  ],
  ["R17", "1 Model", "Missing fields of JSON have their defaults.", [`${wire}: may have null for missing fields`]],
  [
    "R18",
    "1 Model",
    "A match has a reason, the files that matched and the variables.",
    [
      "packages/core/src/wire/wire-resolution: converts a resolution with reasons to snake_case, with null for absent fields",
      "packages/core/src/match/match: returns the matched files without duplicates, in the order of the request",
    ],
  ],
  [
    "R19",
    "1 Model",
    "A trace has an id, a time, the rules that were evaluated, matched, skipped and applied, the conflicts and the size.",
    [
      `${agent}: an agent with a store of files gets the rules with their names and descriptions, and the trace`,
      "apps/cli/src/commands/trace/trace: identifies each request by a unique id and its time",
    ],
  ],
  [
    "R20",
    "2 Parser",
    "A file of more than 1 MB is refused.",
    [
      "packages/store-fs/src/load: can be as large as the codec or the store allows",
      "apps/cli/src/commands/resolve/resolve: a file over the limit",
    ],
  ],
  [
    "R21",
    "2 Parser",
    "A file begins with front matter.",
    [`${native}: is reported with file, line and column`, "packages/core/src/parse/front-matter: splits %s without anomalies"],
  ],
  [
    "R22",
    "2 Parser",
    "A name and a description are required.",
    [`${files}: Property 3: Invalid Frontmatter Handling** a missing field is reported with its file`],
  ],
  [
    "R23",
    "2 Parser",
    "The inclusion is always by default, and the priority 50.",
    [`${native}: has defaults for all missing fields`],
  ],
  [
    "R24",
    "2 Parser",
    "`fileMatchPattern` is the pattern of a rule by file.",
    [`${native}: combines globs and fileMatchPattern without duplicates`, `${samples}: applies the rules of DataAgent`],
  ],
  [
    "R25",
    "2 Parser",
    "Values without quotes are texts, such as `**/*.tsx` and `a: b`.",
    [
      `${agent}: an agent with a store of files gets the rules`,
      `${samples}: reads a rule of goagent whose description has a colon`,
    ],
  ],
  [
    "R26",
    "2 Parser",
    "`#[[file:PATH]]` is replaced by the text of the file.",
    ["packages/core/src/expand/expand-references: is replaced with the text of its file"],
  ],
  [
    "R27",
    "2 Parser",
    "A reference out of the allowed directories is blocked, with a note in the text.",
    [
      `${reader}: Property 11: Path Safety Validation`,
      `${reader}: to a directory whose name begins like an allowed one is blocked`,
    ],
  ],
  [
    "R28",
    "2 Parser",
    "A reference to a file that is missing or unreadable has a note in the text.",
    [
      "packages/core/src/expand/expand-references: a note replaces",
      "apps/cli/src/transfer/references: never inserts a file that is private, missing, binary, too large or outside of the project",
    ],
  ],
  [
    "R29",
    "3 Store",
    "A store lists rules, all or of a scope.",
    [`${store}: contains only rules that match the filter, and its limit counts only those`],
  ],
  [
    "R30",
    "3 Store",
    "A rule is found by its name: without a scope, the one of the highest scope.",
    [`${rest}: gets the rule of the highest scope, and the conflict between the rules of one name`],
  ],
  [
    "R31",
    "3 Store",
    "A new rule is written to a file named after it, in the directory of its scope.",
    [`${write}: is written to a file named after it, in the first root of its scope`],
  ],
  ["R32", "3 Store", "A rule whose scope has no directory is refused.", [`${write}: is refused if no root has its scope`]],
  [
    "R33",
    "3 Store",
    "Deleting says whether there was a rule.",
    [
      "packages/core/src/memory-store/store: returns whether the rule existed",
      `${rest}: creates, reads, changes and deletes rules of its user`,
    ],
  ],
  ["R34", "3 Store", "A reload reads the files again.", [`${store}: publishes added, changed and removed rules in one change`]],
  [
    "R35",
    "3 Store",
    "A file that cannot be parsed does not affect the others.",
    ["packages/store-fs/src/bad-files: is reported with its location, and other files are read"],
  ],
  [
    "R36",
    "3 Store",
    "A written file has only the fields that are not the default.",
    [
      `${files}: Property 1: Rule Parsing Round Trip`,
      "packages/core/src/parse/print-native: has a line for each non-default field, name and description first",
    ],
  ],
  [
    "R37",
    "4 Matcher",
    "A disabled rule is skipped, with this reason.",
    [
      "packages/core/src/match/precondition: a rule is skipped if",
      "packages/core/src/model/status: prefers superseded to disabled, and disabled to pending",
    ],
  ],
  [
    "R38",
    "4 Matcher",
    "Reasons say that a rule always applies, was requested, or which pattern matched.",
    [
      "packages/core/src/match/match: names the matching globs of %j: %j",
      "private/e2e/src/examples: explains the request of the README",
    ],
  ],
  [
    "R39",
    "4 Matcher",
    "A skipped rule has the reason that it was not requested, or that no file matched its pattern.",
    ["apps/cli/src/commands/explain/explain: shows which rules apply and why, which do not, and the diagnostics of rule files"],
  ],
  [
    "R40",
    "4 Matcher",
    "A pattern without a slash matches the name of a file in any directory.",
    ["packages/core/src/glob/glob.properties: agrees with picomatch's basename matching for patterns without a slash"],
  ],
  [
    "R41",
    "4 Matcher",
    "A `*` in a pattern matches any characters, also slashes.",
    ["packages/core/src/glob/glob.properties: agrees with picomatch on anchored patterns of stars, classes and braces"],
    "`*` does not match slashes, as in all tools whose rules are read; `**` does.",
  ],
  [
    "R42",
    "5 Merger",
    "Rules are sorted by scope, then priority, then name.",
    [`${core}: Property 8: Priority Ordering Consistency`],
  ],
  [
    "R43",
    "5 Merger",
    "Of rules with one name, the highest scope stays, and a conflict is reported.",
    [
      `${core}: Property 4: Scope Priority Ordering`,
      "packages/core/src/merge/merge: explains a shadowed rule: which one applies, and how to mark it as intended",
    ],
  ],
  [
    "R44",
    "5 Merger",
    "A rule with `override` replaces the one of a lower scope, which is reported as overridden.",
    [
      `${core}: Property 9: Override Behavior`,
      "packages/core/src/merge/merge: respects `override` in the winner, and ignores it in the loser",
    ],
  ],
  [
    "R45",
    "5 Merger",
    "A rule of a lower scope with `override` replaces the one of a higher scope.",
    [`${core}: Property 9: Override Behavior`],
    "The text of the merger would do that, but Property 4 demands the highest scope, and Property 9 says that the lower one is replaced.",
  ],
  ["R46", "5 Merger", "The texts have at most 100,000 characters.", [`${budget}: is 100,000 characters by default`]],
  [
    "R47",
    "5 Merger",
    "After the first rule that does not fit, no rule is added.",
    [
      `${budget}: drops all rules after the first that does not fit, even if they would fit`,
      `${budget}: drops only the rule that is larger than the whole budget`,
    ],
    "A rule that is larger than the whole budget is skipped alone: Property 10 demands that rules of higher priority stay.",
  ],
  [
    "R48",
    "5 Merger",
    "The section has the heading Agent Rules, a sentence, and for each rule its name, its description and its text.",
    [
      `${agent}: an agent with a store of files gets the rules`,
      `${format}: composes Markdown by default, with the headings of the rules nested`,
    ],
  ],
  ["R49", "5 Merger", "Without rules, the section is empty.", [`${format}: composes an empty text without rules`]],
  [
    "R50",
    "6 Middleware",
    "The middleware takes a store, the debug mode and the maximum length.",
    [`${agent}: an agent with a store of files gets the rules`],
  ],
  [
    "R51",
    "6 Middleware",
    "The state of an agent has `rules_loaded`, `triggered_rules` and `rule_trace`.",
    [
      `${agent}: an agent with a store of files gets the rules`,
      `${langchain}: are in the state of an agent with a structured response`,
    ],
  ],
  [
    "R52",
    "6 Middleware",
    "The rules are read again before an agent starts.",
    [`${langchain}: are current after a change between two turns, and appear once`],
  ],
  [
    "R53",
    "6 Middleware",
    "The section comes after the system prompt, if there is one.",
    [`${agent}: an agent with a store of files gets the rules`, `${langchain}: reach the model without a system prompt`],
  ],
  [
    "R54",
    "6 Middleware",
    "Files are found in the messages: in backticks, and after `file:` and `path:`.",
    [`${extract}: file references`, `${langchain}: reach the model after the tool call that opened the file that they match`],
  ],
  [
    "R55",
    "6 Middleware",
    "`@name` in a message requests a rule.",
    [`${extract}: rule references`, `${samples}: applies the rules of DataAgent`],
  ],
  [
    "R56",
    "6 Middleware",
    "Only the last message requests rules.",
    [`${extract}: reads a whole conversation`],
    "All messages do, so that a rule that was asked for stays in a conversation of several turns.",
  ],
  [
    "R57",
    "6 Middleware",
    "A request has the ids of a session and an assistant.",
    [
      "packages/core/src/wire/read-request: is read from the older names, where empty texts mean that a session or assistant is missing",
    ],
  ],
  [
    "R58",
    "6 Middleware",
    "In debug mode, the trace is added to the prompt, with the numbers of rules, the reasons, and at most ten skipped rules.",
    [
      `${agent}: an agent with a store of files gets the rules`,
      `${debug}: lists at most ten skipped rules: %#`,
      `${debug}: lists dropped rules, stores and conflicts`,
    ],
  ],
  [
    "R59",
    "6 Middleware",
    "The last trace can be asked for.",
    [
      "packages/core/src/rulebook/events: are emitted for each resolution and its trace",
      "apps/server/src/routes/resolve/resolve: returns the trace of a resolution",
    ],
    "A process answers several requests at the same time, so a trace belongs to its answer, and is found by its id.",
  ],
  [
    "R60",
    "7 Events",
    "`rules_applied` has the rules, the number of skipped ones, the conflicts and the size.",
    [
      `${calls}: sends an event with the applied rules, the dropped rules and the number of skipped rules`,
      "packages/core/src/rulebook/events: are emitted for each resolution and its trace",
    ],
  ],
  [
    "R61",
    "7 Events",
    "`rule_debug` has the trace.",
    [
      `${langchain}: of debug mode come with the trace in the state and in the prompt`,
      "apps/server/src/routes/events/stream-events: streams traces only on request",
    ],
  ],
  [
    "R62",
    "8 REST",
    "GET lists rules, all or of a scope, with their number and `triggered_rules`.",
    [
      `${rest}: creates, reads, changes and deletes rules of its user`,
      `${list}: names the rules that apply to files, without tracing the request`,
    ],
  ],
  [
    "R63",
    "8 REST",
    "GET of a name answers with the rule, or 404.",
    [`${crud}: finds a rule by its name, its id and its path`, `${rest}: creates, reads, changes and deletes rules of its user`],
  ],
  [
    "R64",
    "8 REST",
    "POST creates a rule, of the user by default, and answers 201.",
    [`${rest}: creates, reads, changes and deletes rules of its user`],
  ],
  [
    "R65",
    "8 REST",
    "POST of a rule that exists answers 409, with the existing rule.",
    [`${crud}: answers 409 with the existing rule`],
  ],
  [
    "R66",
    "8 REST",
    "A name has 1 to 100 characters, a description 1 to 500, a text at least one; a priority is 1 to 100.",
    [
      `${rest}: names rules as it likes, also like a path of the API, and validates texts`,
      "apps/server/src/routes/rules/hostile.properties: answers any new rule with 201, or says what is wrong",
    ],
  ],
  [
    "R67",
    "8 REST",
    "PUT changes only the fields that are given.",
    [
      `${crud}: changes only the given fields, and keeps the rest of the file`,
      `${rest}: creates, reads, changes and deletes rules of its user`,
    ],
  ],
  [
    "R68",
    "8 REST",
    "PUT and DELETE mean the scope user, unless they name another.",
    [`${rest}: changes and deletes no rule of the project without its scope`],
  ],
  ["R69", "8 REST", "DELETE answers 204, or 404.", [`${rest}: creates, reads, changes and deletes rules of its user`]],
  [
    "R70",
    "8 REST",
    "Validation of a text answers with errors and warnings, among them one about a long text.",
    [
      `${rest}: names rules as it likes, also like a path of the API, and validates texts`,
      `${queries}: reports all errors with their lines`,
    ],
  ],
  [
    "R71",
    "8 REST",
    "The conflicts have the name, the scopes and the resolution.",
    [`${rest}: gets the rule of the highest scope, and the conflict between the rules of one name`],
  ],
  [
    "R72",
    "8 REST",
    "A reload answers with the number of rules.",
    [
      `${rest}: names rules as it likes, also like a path of the API, and validates texts`,
      `${queries}: reads files that changed`,
    ],
  ],
  [
    "R73",
    "8 REST",
    "An answer has all fields of a rule, with null for missing ones.",
    [`${rest}: creates, reads, changes and deletes rules of its user`, `${crud}: stores all fields`],
  ],
  [
    "R74",
    "Data models",
    "The three examples of rule files are read, and apply as they say.",
    [`${samples}: applies the rules of DataAgent: one always, one by file and one by name, by priority`],
  ],
  [
    "R75",
    "Property 1",
    "A rule survives a file and back.",
    [
      `${files}: Property 1: Rule Parsing Round Trip`,
      "packages/store-fs/src/properties: Property 1: Rule Parsing Round Trip",
      "packages/store-sqlite/src/properties: Property 1: Rule Parsing Round Trip",
    ],
  ],
  ["R76", "Property 2", "All fields of front matter are read.", [`${files}: Property 2: Frontmatter Extraction Completeness`]],
  [
    "R77",
    "Property 3",
    "Invalid front matter is an error that names the file, and nothing crashes.",
    [
      `${files}: Property 3: Invalid Frontmatter Handling** no text makes the parser throw`,
      `${files}: Property 3: Invalid Frontmatter Handling** broken YAML is reported on its line`,
    ],
  ],
  [
    "R78",
    "Property 4",
    "Of one name, the rule of the highest scope applies.",
    [
      `${core}: Property 4: Scope Priority Ordering`,
      "packages/store-fs/src/properties: Property 4: Scope Priority Ordering",
      "packages/store-sqlite/src/properties: Property 4: Scope Priority Ordering",
    ],
  ],
  ["R79", "Property 5", "An always rule matches every request.", [`${core}: Property 5: Always Inclusion Guarantee`]],
  [
    "R80",
    "Property 6",
    "A rule by file matches exactly if a file matches its pattern.",
    [`${core}: Property 6: FileMatch Pattern Correctness`],
  ],
  ["R81", "Property 7", "A manual rule matches exactly if it is requested.", [`${core}: Property 7: Manual Reference Inclusion`]],
  ["R82", "Property 8", "The order is by scope, priority and name.", [`${core}: Property 8: Priority Ordering Consistency`]],
  [
    "R83",
    "Property 9",
    "A rule with `override` replaces the lower one.",
    [
      `${core}: Property 9: Override Behavior`,
      "packages/store-fs/src/properties: Property 9: Override Behavior",
      "packages/store-sqlite/src/properties: Property 9: Override Behavior",
    ],
  ],
  [
    "R84",
    "Property 10",
    "The budget drops rules of lower priority first, and cuts none of higher priority.",
    [`${core}: Property 10: Size Limit Truncation`],
  ],
  [
    "R85",
    "Property 11",
    "No path leads out of the allowed directories.",
    [
      "packages/store-fs/src/hostile-names: Property 11: Path Safety Validation",
      `${reader}: Property 11: Path Safety Validation`,
      "packages/store-sqlite/src/properties: Property 11: Path Safety Validation",
    ],
  ],
  ["R86", "Property 12", "A rule survives JSON and back.", [`${files}: Property 12: Rule Serialization Completeness`]],
  ["R87", "Property 13", "A trace has every rule once, with a reason.", [`${core}: Property 13: Trace Recording Completeness`]],
  [
    "R88",
    "Property 14",
    "Every name that several scopes have is reported, and nothing else.",
    [
      `${core}: Property 14: Conflict Detection Accuracy`,
      "packages/store-fs/src/properties: Property 14: Conflict Detection Accuracy",
      "packages/store-sqlite/src/properties: Property 14: Conflict Detection Accuracy",
    ],
  ],
  [
    "R89",
    "Errors",
    "A file that cannot be read is skipped with an error, and the others are loaded.",
    ["packages/store-fs/src/links: is reported, whether it is a file or a directory, and everything else is read"],
  ],
  [
    "R90",
    "Errors",
    "If a store fails, a request is answered without its rules, and says so.",
    [
      "packages/core/src/rulebook/failing-stores: in the middle of a request: that request and the next ones say so",
      `${calls}: leave the call without rules with \`onError: continue\`, and the event has the error`,
    ],
    "An adapter ends the call by default: an agent that works without its rules does damage silently. `onError: continue` is the behaviour of the document.",
  ],
  [
    "R91",
    "Errors",
    "A pattern that cannot be matched skips its rule, and the others are matched.",
    [
      `${native}: name the pattern that can never match, at its key`,
      "packages/core/src/glob/glob.properties: accepts any text as a pattern",
    ],
  ],
  ["R92", "Errors", "404 names the rule.", [`${crud}: answers 404 with similar names, and names the rule`]],
  ["R93", "Errors", "400 has the details of each field.", ["apps/server/src/routes/resolve/resolve: names every invalid field"]],
  [
    "R94",
    "Errors",
    "500 has an id to find the error by.",
    [
      "apps/server/src/http/every-route: hides the messages of bugs",
      "apps/server/src/http/observe: has the error of a request that failed because of a bug, under its id",
    ],
  ],
  [
    "R95",
    "Testing",
    "Each property is tried at least 100 times, with its tag in the title.",
    [`${core}: Property 5: Always Inclusion Guarantee`],
  ],
  [
    "R96",
    "Testing",
    "Commands to list, create, edit, delete and check rules work.",
    [
      "apps/cli/src/commands/list/list: precept list",
      "apps/cli/src/commands/create/create: precept create",
      "apps/cli/src/commands/lint/lint: precept lint",
    ],
  ],
  [
    "R97",
    "Testing",
    "A changed rule is in the next answer.",
    [
      `${store}: answers requests through a rulebook, and answers change after a reload`,
      `${langchain}: are current after a change between two turns, and appear once`,
    ],
  ],
]);
