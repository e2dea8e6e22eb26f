import { describe, expect, it } from "vitest";
import { buildRule } from "../../test/rules.ts";
import { errorCatalogue, type ErrorCode, type ErrorDetails, PreceptError } from "./error.ts";

const tabs = buildRule({ name: "tabs", content: "Use tabs." });

/** The expected message and hint of each code. A new code does not compile until it is here. */
const golden: { readonly [Code in ErrorCode]: readonly [ErrorDetails<Code>, message: string, hint: string | undefined] } = {
  RULE_INVALID: [
    { name: "style", reasons: ["priority: too big", "id: too short"] },
    'The rule "style" is not valid: priority: too big; id: too short.',
    "Correct the named fields. A rule needs an id and a name, and a priority from 1 to 100.",
  ],
  RULE_NAME_INVALID: [
    { name: "..", suggestion: "my-rule" },
    'A rule cannot be named "..": no prompt could refer to it as @name.',
    'Use letters, digits, "_", "." and "-", such as "my-rule".',
  ],
  RULE_TEXT_MISSING: [
    { name: "money" },
    'The rule "money" has no text.',
    "Pass --content, write the text to standard input, or run in a terminal to open your editor.",
  ],
  RULE_NOT_FOUND: [{ name: "stile", known: ["style", "tile"] }, 'Unknown rule "stile".', 'Did you mean "style" or "tile"?'],
  RULE_AMBIGUOUS: [
    { name: "style", ids: ["project:style.md", "user:style.md"] },
    '2 rules are named "style".',
    "Use one of their ids instead: project:style.md, user:style.md.",
  ],
  RULE_CONFLICT: [
    { id: "project:style", expected: "1", actual: "2" },
    'The rule "project:style" has changed: it is at revision 2, not 1.',
    "Read the rule again, apply the change to that revision and save it.",
  ],
  RULE_EXISTS: [
    { name: "style", scope: "project", location: ".precept/rules/style.md" },
    'A rule named "style" already exists at project scope: .precept/rules/style.md.',
    "Change that rule, or choose another name.",
  ],
  USER_UNSUITABLE: [
    { user: "../ada", expected: "letters, digits, and . @ + - _" },
    'The rules of the user "../ada" cannot be stored in files: the id may only contain letters, digits, and . @ + - _.',
    "Use another user id, or configure a database (store.sqlite in .precept/config.yaml), which accepts any id.",
  ],
  RULE_NOT_SAVED: [
    { name: "style", draft: "/tmp/style.md" },
    'The rule "style" was not saved because the edited text is not a valid rule.',
    "Your text is in /tmp/style.md.",
  ],
  NO_DATABASE: [{}, "There is no database of rules.", "Set store.sqlite in .precept/config.yaml, and store a rule in it."],
  RULE_SIMILAR: [
    { name: "use-tabs", similar: [{ rule: tabs, kind: "nearDuplicate", reason: '"tabs" says nearly the same.' }] },
    'The rule "use-tabs" was not saved. "tabs" says nearly the same.',
    "Change the existing rule, replace it, or save the new one anyway.",
  ],
  RULE_KNOWN: [{ existing: tabs }, 'The rule "tabs" has this text already.', "Use that rule, or change it."],
  RULE_HAS_SECRET: [
    { name: "key", problems: ["The text contains a GitHub token."] },
    'The rule "key" was not saved. The text contains a GitHub token.',
    "Remove the secret: rules are sent to models, and stored in files and databases.",
  ],
  REVIEW_DECISION_INVALID: [
    { decision: "merge", name: "tabs" },
    'Nothing to merge "tabs" with: no similar rule is in its store.',
    "Accept, edit or reject the rule.",
  ],
  REVIEW_ITEM_UNKNOWN: [
    { key: "pending:fs a" },
    'The review has no item "pending:fs a". It may have been decided in the meantime.',
    "List the items of the review again.",
  ],
  RULE_NEEDS_PERSON: [
    { action: "give a rule absolute authority" },
    "Only a person may give a rule absolute authority.",
    "Ask the user to do it.",
  ],
  RULE_FIELDS_NOT_STORED: [
    {
      name: "react",
      path: ".cursor/rules/react.mdc",
      dialect: "cursor",
      format: "Cursor",
      fields: ["priority", "override"],
      reasons: ["Cursor has no priorities."],
      storable: ["content"],
    },
    'The rule "react" was not saved: .cursor/rules/react.mdc is a Cursor file, which cannot store priority and override as given. Cursor has no priorities.',
    "Save the rule without priority and override, so that only content changes, or save a native rule that replaces it.",
  ],
  RULE_OF_OTHER_TOOL: [
    { name: "react", dialect: "cursor", path: ".cursor/rules/react.mdc" },
    '"react" is a rule of cursor, in .cursor/rules/react.mdc.',
    "Delete the file if no tool needs it.",
  ],
  VERSION_UNKNOWN: [
    { name: "money", version: "4", known: ["2", "3"] },
    'The history of "money" has no version 4.',
    "Stored versions: 2, 3. Pruned versions are gone.",
  ],
  NOTHING_TO_EDIT: [
    { name: "style" },
    "Nothing to edit.",
    "Pass an option such as --priority, or run in a terminal to open your editor.",
  ],
  HISTORY_UNAVAILABLE: [
    { name: "money", store: "fs", path: ".precept/rules/money rules.md" },
    '"money" is stored in a file, which has no revision history.',
    "Run `git log -p -- '.precept/rules/money rules.md'`.",
  ],
  LEDGER_INVALID: [
    { path: ".precept/ledger.json", reason: "The ledger cannot be read: it is empty." },
    "The ledger cannot be read: it is empty.",
    "Restore .precept/ledger.json from version control, or delete it. Without it, Precept treats exported files as written by hand.",
  ],
  LEDGER_CHANGED: [
    { path: ".precept/ledger.json" },
    "Another process changed .precept/ledger.json during this run. Nothing was written.",
    "Run the command again.",
  ],
  PLAN_CHANGED: [
    { action: "export" },
    "The export would now do something else than the plan that was shown. Nothing was written.",
    "Check the new plan.",
  ],
  TRANSFER_NEEDS_YES: [
    { paths: ["CLAUDE.md", "AGENTS.md"], foreign: ["CLAUDE.md"] },
    "Files that Precept did not create would be deleted: CLAUDE.md. Nothing was changed.",
    "Pass --yes to delete them; `precept revert` restores what they were before Precept instead.",
  ],
  BACKUP_TEXT_UNKNOWN: [
    { hash: "12", matches: ["12a", "12b"] },
    'The backup has 2 texts whose hash starts with "12".',
    "Use more characters: 12a, 12b.",
  ],
  TOOL_UNKNOWN: [
    { name: "curser", known: ["claude", "cursor"], near: ["cursor"] },
    'Unknown tool "curser". Known tools: claude, cursor.',
    'Did you mean "cursor"?',
  ],
  TOOL_MISSING: [{}, "No tool whose view is to be shown.", "Name a tool, such as claude."],
  TARGET_MISSING: [{ known: ["claude", "cursor"] }, "No tool to export to.", "Name at least one of: claude, cursor."],
  DIAGNOSTIC_CODE_UNKNOWN: [
    { code: "text/x", near: [] },
    'Unknown diagnostic code "text/x".',
    "Each problem in the output of `precept lint` ends with its code.",
  ],
  STORE_CAPABILITY_MISSING: [
    { store: "fs", capability: "search" },
    'The store "fs" does not support search.',
    "Check the store's `capabilities` before the call, or use another store.",
  ],
  STORE_CLOSED: [{ store: "fs" }, 'The store "fs" is closed.', "Keep the store open (`await using`) for as long as it is used."],
  STORE_FAILED: [
    { store: "fs", action: "write", path: "a.md", reason: "no space is left", retryable: false },
    'The store "fs" failed: cannot write "a.md": no space is left.',
    "Fix the cause first. Trying again does not help until then.",
  ],
  POSITION_UNKNOWN: [
    { stores: ["sqlite"] },
    'The position is not one of the store "sqlite".',
    "Pass a position that the answer to a write in this project had. After a backup was restored, write again.",
  ],
  POSITION_NOT_REACHED: [
    { waitMs: 5000 },
    "The rules are older than the position of the request, also after 5,000 ms.",
    "Try again later, or leave the position out to read older rules.",
  ],
  STORE_ID_TAKEN: [{ store: "fs" }, 'Two stores have the id "fs".', "Give each store its own `id`."],
  STORE_UNSUITABLE: [
    { store: "fs", scope: "session", stores: ["session"] },
    'The store "fs" does not hold rules of session scope here.',
    'Use "session".',
  ],
  SCOPE_UNSUPPORTED: [
    { scope: "user", scopes: ["global", "project", "session"] },
    "There is no rule directory for user scope.",
    "Use global, project or session scope, or add a rule directory for this one.",
  ],
  EMBEDDER_FAILED: [
    { embedder: "openai:text-embedding-3-small", reason: "the endpoint did not answer within 10 seconds" },
    'The embedder "openai:text-embedding-3-small" failed: the endpoint did not answer within 10 seconds.',
    "Check the model directory or the endpoint. Until then, searches use words only.",
  ],
  TOKEN_COUNTER_FAILED: [
    {
      counter: "gpt-tokenizer",
      reason: "the package gpt-tokenizer is not installed",
      remedy: "Run `npm install gpt-tokenizer`.",
    },
    'The token counter "gpt-tokenizer" failed: the package gpt-tokenizer is not installed.',
    "Run `npm install gpt-tokenizer`. Or use another counter: `tokens.counter` in .precept/config.yaml.",
  ],
  SEARCH_MODE_UNAVAILABLE: [
    { mode: "dense" },
    "A dense search needs an embedder, and none is configured.",
    "Configure an embedder, or use the mode `sparse` or `hybrid`.",
  ],
  RULEBOOK_CLOSED: [{}, "The rulebook is closed.", "Keep the rulebook open (`await using`) for as long as it is used."],
  SESSION_ENDED: [{ session: "s1" }, 'The session "s1" has ended.', "Open a new session."],
  WORKSPACE_READ_ONLY: [{}, "The workspace is read-only.", "Open the workspace without the option `readOnly`."],
  CONTEXT_INVALID: [
    { reasons: ["memoryContent is not allowed in a shared session"] },
    "The agent context is not valid: memoryContent is not allowed in a shared session.",
    "Load the context with `loadAgentContext`, or correct the named fields.",
  ],
  CONTEXT_CLOSED: [{}, "The agent context is closed.", "Keep the context open (`await using`) for as long as it is used."],
  SESSION_TYPE_UNKNOWN: [
    { session: "group-1" },
    'There were too many shared sessions to tell whether "group-1" was one of them.',
    "Boot the main session without an id, or open the workspace again.",
  ],
  SESSION_TYPE_CONFLICT: [
    { session: "group-1" },
    'The session "group-1" is shared and cannot become a main session.',
    "Boot it as shared, or use a new session id for the main session.",
  ],
  MEMORY_REFUSED: [
    { session: "group-1" },
    'The shared session "group-1" has no access to MEMORY.md.',
    "Read and write the memory in a main session.",
  ],
  MEMORY_ENTRY_INVALID: [
    { reasons: ["importance must be an integer from 1 to 5"] },
    "The entry is not valid: importance must be an integer from 1 to 5.",
    "Correct the named fields.",
  ],
  AUDIT_FIELD_RESERVED: [{ field: "hash" }, 'The audit log reserves the field name "hash".', "Rename the field in `further`."],
  PATH_NOT_FOUND: [{ path: "nofile", expected: "file or directory" }, "No such file or directory: nofile", undefined],
  NOT_A_DIRECTORY: [{ path: "a.md" }, "Not a directory: a.md", undefined],
  NOT_A_FILE: [{ path: "src" }, "Not a regular file: src", undefined],
  NOT_A_TEXT_FILE: [{ path: "logo.png" }, "Not a text file: logo.png", undefined],
  FILE_TOO_LARGE: [{ path: "a.log", maxBytes: 1_048_576 }, "File too large: a.log", "The limit is 1,048,576 bytes."],
  TOO_MANY_FILES: [
    { path: "..", limit: 200_000 },
    "Too many files in ..: the limit is 200,000 in a directory that is not in a git repository.",
    "Name a smaller directory, or run `git init` and add what should not be checked to .gitignore.",
  ],
  RULES_DIR_NOT_FOUND: [
    { path: "../team", directory: "/projects/shop" },
    "No such rule directory: ../team",
    "Correct the option `rulesDirs`, or create the directory. Relative paths start at /projects/shop.",
  ],
  PATH_REFUSED: [
    { path: ".precept/state", root: "/shop", reason: "it leads outside", target: "/home/ann" },
    'Precept does not open ".precept/state": it leads outside ("/home/ann").',
    "Replace the link with a real file or directory. To allow links into a directory outside the project, list it in PRECEPT_TRUSTED_DIRS or as `trustedDirs` in ~/.precept/config.yaml.",
  ],
  NODE_UNSUPPORTED: [
    { minimum: "22.14.0", found: "20.19.5" },
    "Precept needs Node 22.14.0 or newer; this is Node 20.19.5.",
    "Install Node 22.14.0 or newer.",
  ],
  SQLITE_MISSING: [
    { store: "sqlite" },
    'The store "sqlite" needs SQLite: better-sqlite3 is not installed, and this build of Node has no node:sqlite.',
    "Install better-sqlite3 next to Precept (npm install better-sqlite3), or use a build of Node that includes node:sqlite.",
  ],
  FILE_SYSTEM_FAILED: [
    { action: "open", path: "a.md", reason: "permission denied", remedy: "Change its permissions." },
    'Cannot open "a.md": permission denied.',
    "Change its permissions.",
  ],
  POLICY_UNKNOWN: [{ id: "NO-X", near: [] }, 'Unknown policy "NO-X".', "List the policies to see their ids."],
  POLICY_REFUSED: [
    { id: "NO-X", reason: "Its pattern is not safe." },
    'The policy "NO-X" is not active. Its pattern is not safe.',
    "Correct the policy.",
  ],
  POLICIES_REFUSED: [
    { diagnostics: [{ code: "policy/x", severity: "error", message: "NO-X has no message." }] },
    "The policies were not registered. NO-X has no message.",
    "Correct the policies and register them again.",
  ],
  POLICY_DEFINED_ELSEWHERE: [{ id: "NO-X", path: "a.yaml" }, 'The policy "NO-X" is defined in a.yaml.', "Change it in a.yaml."],
  POLICY_FILE_TAKEN: [
    { id: "NO-X", path: "no-x.yaml" },
    'Cannot save the policy "NO-X": no-x.yaml already contains something else.',
    "Move no-x.yaml away, or give the policy another id.",
  ],
  STARTER_UNKNOWN: [
    { name: "secret", known: ["secrets", "all"], near: ["secrets"] },
    'Unknown starter policies "secret". Known starters: secrets, all.',
    'Did you mean "secrets"?',
  ],
  BASELINE_NOT_FOUND: [{ path: "b.json" }, "No such baseline file: b.json", "Pass --update-baseline to create it."],
  BASELINE_INVALID: [
    { path: ".precept/baseline.json", reason: "The baseline cannot be read: it is not JSON." },
    'Cannot update the baseline ".precept/baseline.json": the baseline cannot be read: it is not JSON.',
    "Restore .precept/baseline.json from version control, delete it, or name another file.",
  ],
  RULE_UNCHECKED: [
    { name: "money" },
    'The rule "money" has no `checks`.',
    "Add `checks` to the rule: the id of a policy, or a mapping such as `match: { pattern: parseFloat }`. `precept policies list` shows the policies.",
  ],
  EVAL_CASES_MISSING: [{}, "There are no eval cases in .precept/evals.", "Run `precept eval init RULE` to write the first one."],
  EVAL_CASE_UNKNOWN: [
    { name: "mony", near: ["money"] },
    'No eval case is named "mony" or is about a rule "mony".',
    'Did you mean "money"?',
  ],
  EVAL_CASE_INVALID: [{ names: ["a", "b"] }, "2 eval cases have errors: a, b.", "Correct the locations above."],
  EVAL_CASE_EXISTS: [
    { path: ".precept/evals/a.yaml" },
    "The file .precept/evals/a.yaml exists.",
    "Edit it, or choose another name with --name.",
  ],
  EVAL_NOT_TRUSTED: [
    {},
    "The project is not trusted: its eval cases start programs and spend money.",
    "Read the cases. If you trust the project, list its directory in PRECEPT_TRUSTED_DIRS or as `trustedDirs` in ~/.precept/config.yaml.",
  ],
  EVAL_KEY_MISSING: [
    { variable: "KEY", case: "a" },
    'The case "a" needs the key in the environment variable KEY, which is not set.',
    "Set the variable. The key is not recorded, and the agent does not get it.",
  ],
  EVAL_PRICE_MISSING: [
    { case: "a" },
    '--max-cost needs the price of tokens, which the case "a" does not have.',
    "Add `price: { input: 3, output: 15 }` to its agent or judge, and `protocol`, so that calls are recorded. Or use --max-runs.",
  ],
  EVAL_MODEL_FAILED: [
    { url: "http://127.0.0.1:1", problem: "401 wrong key" },
    "The model server http://127.0.0.1:1 did not answer: 401 wrong key",
    "Check the URL, the name of the model and the key.",
  ],
  EVAL_RULE_NOT_DELIVERED: [
    { name: "money", tool: "codex", reason: "It has no such inclusion." },
    'The rule files of codex cannot contain the rule "money": It has no such inclusion.',
    "Set `tool` of the agent to the tool that reads the rule, or change the rule. `precept export --dry-run` shows what a tool gets.",
  ],
  EVAL_JUDGE_UNMEASURED: [
    { model: "m" },
    "It is not known how often the judge m is right.",
    "Write examples with correct answers, and run `precept eval judge`.",
  ],
  EVAL_JUDGE_UNUSABLE: [
    { model: "m", index: "0.05" },
    "The answers of the judge m say too little: sensitivity + specificity - 1 is 0.05, and must be over 0.1.",
    "Ask a more precise question, use another model, or check with policies or a command.",
  ],
  EVAL_RESULTS_INVALID: [
    { path: "r.json", problem: "it is not valid" },
    "The results in r.json cannot be kept: it is not valid.",
    "Restore r.json from version control, or delete it.",
  ],
  EVAL_RECORD_UNKNOWN: [{ id: "x" }, 'No eval "x" is recorded.', "`precept eval list` shows the recorded evals."],
  EVAL_RECORD_DIFFERS: [
    { id: "x" },
    "The cases or rules have changed since the eval x was started.",
    "Start a new one without --resume.",
  ],
  SESSION_UNKNOWN: [{ session: "ab" }, 'Unknown session "ab".', "Run `precept sessions list` to see the sessions."],
  SESSION_AMBIGUOUS: [
    { session: "a", sessions: ["ab", "ac"] },
    '2 sessions have an id that begins with "a".',
    "Type more of the id: ab, ac.",
  ],
  SESSIONS_MISSING: [
    { before: undefined },
    "No session is recorded.",
    "Sessions are recorded by the hooks of agents: see `precept install`. `precept sessions list` shows them.",
  ],
  SOFT_HOOK_UNKNOWN: [
    { key: "ab" },
    'Unknown advisory key "ab".',
    "Run `precept soft-hooks list` to see the keys of open advisories.",
  ],
  SOFT_HOOK_AMBIGUOUS: [
    { key: "a", keys: ["ab", "ac"] },
    '2 advisories have a key that begins with "a".',
    "Type more of the key: ab, ac.",
  ],
  HOOK_PAYLOAD_EMPTY: [
    { event: "SessionStart" },
    'The hook payload of the event "SessionStart" has no text to check.',
    "Pass --subject to check the payload itself as a text.",
  ],
  APPROVAL_UNKNOWN: [
    { key: "ab" },
    'Unknown question "ab".',
    "Run `precept approvals list` to see the open questions. A question expires after 24 hours.",
  ],
  APPROVAL_AMBIGUOUS: [
    { key: "a", keys: ["ab", "ac"] },
    '2 questions have a key that begins with "a".',
    "Type more of the key: ab, ac.",
  ],
  APPROVAL_NEEDS_HUMAN: [
    { reason: "there is no terminal" },
    "Only a human can approve this: there is no terminal.",
    "Run `precept approvals approve` yourself, in a terminal that no agent has started.",
  ],
  RULE_ENGINE_REFUSED: [
    { reason: "`context.code` is missing: the text to check." },
    "`context.code` is missing: the text to check.",
    "Correct the request and send it again.",
  ],
  RULE_ENGINE_REPLY_INVALID: [
    { reason: "violations: expected an array" },
    "The rule engine sent an invalid reply: violations: expected an array.",
    "Check that the server is a rule engine and that its version matches this client.",
  ],
  NOT_A_GIT_REPOSITORY: [
    { directory: "/shop" },
    "The directory is not in a git repository.",
    "Create a repository with `git init`.",
  ],
  GIT_NOT_FOUND: [{}, "The program `git` was not found.", "Install git, or add its directory to the PATH."],
  GIT_REPOSITORY_REFUSED: [
    { reason: "it belongs to another user" },
    "Precept does not use this git repository: it belongs to another user.",
    "If you trust the repository and its owner, correct its configuration. Run `git status` to see what git reports.",
  ],
  GIT_FAILED: [
    { reason: "bad object HEAD" },
    "git failed: bad object HEAD",
    "Run `git status` to see what git reports about the repository.",
  ],
  GIT_BUSY: [
    { path: ".git/index.lock" },
    "Another git process is working in this repository: .git/index.lock exists.",
    "Wait until it ends. If no git process is running, a previous one crashed: delete that file.",
  ],
  GIT_OPERATION_IN_PROGRESS: [
    { operation: "a merge" },
    "A merge is in progress.",
    "Finish or abort it first. Run `git status` to see how.",
  ],
  GIT_CONFLICTS_UNRESOLVED: [
    {},
    "The working tree has unresolved merge conflicts.",
    "Resolve them first. Run `git status` to see the files.",
  ],
  REVISION_UNKNOWN: [
    { revision: "mian" },
    'Unknown commit, branch or tag "mian".',
    "Run `git log --oneline --all` to see the commits of this repository.",
  ],
  HISTORY_UNRELATED: [
    { revision: "other" },
    '"other" has no ancestor in common with the current branch.',
    "Name a commit from which the current branch descends. In a shallow clone, run `git fetch --unshallow` first.",
  ],
  NO_CHECKPOINT: [{}, "No checkpoint to restore.", "Create a checkpoint first."],
  CHECKPOINT_UNKNOWN: [{ id: "x" }, 'Unknown checkpoint "x".', "List the checkpoints to see their ids."],
  NO_ROLLBACK_TO_UNDO: [{}, "No rollback to undo.", undefined],
  ROLLBACK_UNKNOWN: [{ id: "x" }, 'Unknown rollback "x".', "List the rollbacks to see their ids."],
  ROLLBACK_ALREADY_UNDONE: [{ id: "x" }, 'The rollback "x" was already undone.', undefined],
  CHECKPOINT_FAILED: [
    { action: "roll back", directory: "shop", reason: "a file changed", remedy: "Try again." },
    "Cannot roll back: a file changed.",
    "Try again.",
  ],
  COMMAND_UNKNOWN: [{ name: "lst", help: "precept --help", near: ["list"] }, 'Unknown command "lst".', 'Did you mean "list"?'],
  ARGUMENT_MISSING: [
    { argument: "name", help: "precept show --help" },
    "Missing argument <name>.",
    "Run `precept show --help` to see how the command is used.",
  ],
  ARGUMENT_UNEXPECTED: [
    { command: "precept show", maxArguments: 1, help: "precept show --help" },
    "Too many arguments: `precept show` takes one.",
    "Run `precept show --help` to see how the command is used. Put quotes around an argument that contains spaces.",
  ],
  OPTION_UNKNOWN: [
    { option: "--tol", help: "precept --help", near: ["--tool"] },
    "Unknown option --tol.",
    "Did you mean --tool?",
  ],
  OPTION_UNUSED: [
    { option: "--tool", command: "precept audit list" },
    "--tool has no effect on `precept audit list`.",
    "Remove it. Run `precept audit list --help` to see the options that the command uses.",
  ],
  OPTION_MISSING: [
    { option: "--to <tools>", help: "precept convert --help" },
    "Missing option --to <tools>.",
    "Run `precept convert --help` to see how the command is used.",
  ],
  OPTION_VALUE_MISSING: [{ option: "--root" }, "--root needs a value.", undefined],
  OPTION_VALUE_INVALID: [
    { option: "order", value: "alphabetical", expected: "priority or source" },
    'Invalid value for order: "alphabetical".',
    "Expected priority or source.",
  ],
  OPTIONS_CONFLICT: [{ options: ["--staged", "--fix"] }, "--staged cannot be combined with --fix.", undefined],
  OPTION_DEPENDENCY_MISSING: [
    { option: "--stdin-path", requires: "- as the path to check" },
    "--stdin-path requires - as the path to check.",
    undefined,
  ],
  REQUEST_INVALID: [
    { reasons: ["prompt: must be a text, not 7"] },
    "The request is not valid: prompt: must be a text, not 7.",
    "Correct the named fields.",
  ],
  PROJECT_UNKNOWN: [
    { project: "shop" },
    'Unknown project "shop".',
    "Correct the project, or omit it to get the rules of no project.",
  ],
  CONSOLE_MISSING: [
    {},
    "The web console is not built.",
    "Run `pnpm build` in the repository of Precept. Installed packages contain the console.",
  ],
  SNAPSHOT_FILE_TAKEN: [
    { path: "site/index.html" },
    "site/index.html exists, and is no snapshot.",
    "Name another directory, or pass --force to replace the file.",
  ],
  SNAPSHOT_HAS_SECRETS: [
    { secrets: [{ name: "deploy", problem: "Contains what looks like a token." }] },
    'The snapshot would contain secrets of the rule "deploy" (Contains what looks like a token.).',
    "Remove them from the rules, and from the files that the rules include.",
  ],
  TERMINAL_REQUIRED: [
    { action: "Asking before a rule is deleted", instead: "Pass --yes." },
    "Asking before a rule is deleted requires a terminal.",
    "Pass --yes.",
  ],
  EDITOR_FAILED: [
    { editor: "vi", draft: "/tmp/a.md" },
    "The editor failed: vi",
    "Your text is in /tmp/a.md. Set VISUAL or EDITOR to the editor that you use.",
  ],
  UNAUTHENTICATED: [
    { reason: "missing" },
    "The request has no token.",
    "Send the header `Authorization: Bearer TOKEN` with a token from `precept token create`.",
  ],
  FORBIDDEN: [
    { action: "Naming another user", required: "the role admin" },
    "Naming another user requires the role admin.",
    "Ask an administrator of the server for a token with this right.",
  ],
  HOST_REFUSED: [
    { host: "evil.example" },
    'The server does not serve the host "evil.example".',
    "Use the address that the server prints when it starts, or add the host to `allowed_hosts` of the server's configuration.",
  ],
  ORIGIN_REFUSED: [
    { origin: "https://evil.example" },
    'Web pages of "https://evil.example" cannot use this server.',
    "Add the origin to `allowed_origins` of the server's configuration.",
  ],
  ADDRESS_REFUSED: [
    { address: "192.0.2.7" },
    "Without tokens, the server only answers requests from its own machine, not from 192.0.2.7.",
    "Create a token with `precept token create`, and let the server read it.",
  ],
  TOKEN_FILE_INVALID: [
    { path: "tokens.json", reason: "it is not JSON" },
    'The token file "tokens.json" cannot be used: it is not JSON.',
    "Correct the file, or move it away and create new tokens with `precept token create`.",
  ],
  TOKEN_UNKNOWN: [{ id: "k3v9" }, 'No token has the id "k3v9".', "Run `precept token list` to see the ids of all tokens."],
  BODY_TOO_LARGE: [
    { maxBytes: 1_048_576 },
    "The body is larger than 1,048,576 bytes.",
    "Send less, or raise `limits.body_bytes` of the server's configuration.",
  ],
  MEDIA_TYPE_UNSUPPORTED: [
    { expected: "application/json", actual: "text/plain" },
    'The body must be application/json, not "text/plain".',
    "Send JSON without compression, with the header `Content-Type: application/json`.",
  ],
  RATE_LIMITED: [
    { retryAfter: 3 },
    "Too many requests. Try again after 3 s.",
    "Send fewer requests at a time, or raise `limits` of the server's configuration.",
  ],
  ROUTE_UNKNOWN: [
    { path: "/api/v2" },
    'There is nothing at "/api/v2".',
    "See /docs or /openapi.json for the paths of this server.",
  ],
  MCP_SESSION_UNKNOWN: [
    {},
    "The session of the header `Mcp-Session-Id` does not exist for this token and project, or has ended.",
    "Send `initialize` without this header to begin a new session. MCP clients do so when they reconnect.",
  ],
  METHOD_NOT_ALLOWED: [
    { method: "PATCH", path: "/api/v1/rules", allowed: ["GET", "POST"] },
    'PATCH is not supported at "/api/v1/rules", only GET or POST.',
    undefined,
  ],
  TRACE_UNKNOWN: [
    { id: "7" },
    'No recent resolution has the id "7".',
    "The server keeps the traces of recent resolutions only. List them to see their ids.",
  ],
  SERVER_STOPPING: [{}, "The server is shutting down.", "Send the request again after a few seconds."],
  PROJECT_UNAVAILABLE: [
    { project: "shop", reason: "No such directory." },
    'The project "shop" cannot be opened: No such directory.',
    "The server tries again later. Its log has the cause.",
  ],
  PROJECT_ID_TAKEN: [
    { id: "shop", dirs: ["/a/shop", "/b/shop"] },
    'Several projects have the id or the directory of "shop": /a/shop, /b/shop.',
    "Remove one of them, or give each its own `id` in the server's configuration.",
  ],
  SERVER_CONFIG_INVALID: [
    { problems: ["server.yaml:1:7: port must be a number."] },
    "The server's configuration is not valid:\nserver.yaml:1:7: port must be a number.",
    undefined,
  ],
  BIND_REFUSED: [
    { address: "0.0.0.0" },
    "The server does not listen on 0.0.0.0, because it has no tokens: anyone could use it.",
    "Create a token with `precept token create`, or listen on this machine only with `--host 127.0.0.1` or `--socket PATH`.",
  ],
  ADDRESS_IN_USE: [
    { address: "127.0.0.1:4141" },
    "Another program already listens on 127.0.0.1:4141.",
    "Stop it, or choose another address with `--port`, `--host` or `--socket`.",
  ],
  ADDRESS_UNAVAILABLE: [
    { address: "203.0.113.7:80", reason: "the address does not belong to this machine" },
    "The server cannot listen on 203.0.113.7:80: the address does not belong to this machine.",
    "Choose another address with `--port`, `--host` or `--socket`.",
  ],
  TLS_INVALID: [
    { reason: "there is no file key.pem" },
    "The certificate or its private key cannot be used: there is no file key.pem.",
    "Set `tls.cert` and `tls.key` to PEM files that belong together.",
  ],
  INTERNAL: [{ id: "7f3a" }, "The server failed. The log has the cause under the request id 7f3a.", undefined],
};

describe("every failure", () => {
  it.each(Object.entries(golden))("%s says what happened and what to do", (code, [details, message, hint]) => {
    const error = new PreceptError(code as ErrorCode, details);
    expect(error.message).toBe(message);
    expect(error.hint).toBe(hint);
    expect(error.code).toBe(code);
  });

  it("has a title for the reference", () => {
    expect(Object.values(errorCatalogue).filter(({ title }) => !/^[A-Z].*[^.]$/.test(title))).toEqual([]);
  });
});

it("points to the list of rules if no name is close", () => {
  expect(new PreceptError("RULE_NOT_FOUND", { name: "x", known: [] }).hint).toBe("List the rules to see their names.");
});

it.each([
  ["none", "2", 'The rule "a" already exists, at revision 2.'],
  ["1", "none", 'The rule "a" was deleted after it was read at revision 1.'],
])("describes a conflict: expected revision %s, found %s", (expected, actual, message) => {
  expect(new PreceptError("RULE_CONFLICT", { id: "a", expected, actual }).message).toBe(message);
});

it("names the Precept process that is working in a repository", () => {
  const { message, hint } = new PreceptError("GIT_BUSY", { path: "index.lock", process: { id: 12, host: "ci" } });
  expect(message).toBe('Another Precept process is working in this repository: process 12 on "ci".');
  expect(hint).toContain("delete index.lock");
});

it("names the store of a rule without revision history if it has no file", () => {
  const { message, hint } = new PreceptError("HISTORY_UNAVAILABLE", { name: "money", store: "memory" });
  expect([message, hint]).toEqual(['"money" is in the store "memory", which has no revision history.', undefined]);
});

it("shortens a path that is too long for a message", () => {
  const { message } = new PreceptError("FILE_SYSTEM_FAILED", {
    path: `/start/${"x".repeat(5000)}/end.md`,
    reason: "the name is too long",
  });
  expect(message).toMatch(/^Cannot access "\/start\/x+…x+\/end\.md": the name is too long\.$/);
  expect(message.length).toBeLessThan(250);
});

describe("PreceptError.is", () => {
  const error = new PreceptError("STORE_CLOSED", { store: "fs" }, { cause: "power" });

  it("returns true for a PreceptError, with or without its code", () => {
    expect(PreceptError.is(error)).toBe(true);
    expect(PreceptError.is(error, "STORE_CLOSED")).toBe(true);
    expect(PreceptError.is(error, "STORE_FAILED")).toBe(false);
  });

  it("returns true for an error of another copy of the package", () => {
    const foreign = Object.assign(new Error("closed"), { code: "STORE_CLOSED", [Symbol.for("@precept/error")]: true });
    expect(foreign).not.toBeInstanceOf(PreceptError);
    expect(PreceptError.is(foreign, "STORE_CLOSED")).toBe(true);
  });

  it.each([
    ["a plain error", new Error("x")],
    ["a copy of its properties", { ...error }],
    ["nothing", undefined],
    ["a text", "STORE_CLOSED"],
  ])("returns false for %s", (_, value) => {
    expect(PreceptError.is(value)).toBe(false);
  });

  it("is an error like others: a name, a stack and a cause", () => {
    expect(error).toBeInstanceOf(Error);
    expect(error.name).toBe("PreceptError");
    expect(error.cause).toBe("power");
    expect(error.stack).toContain("error.test.ts");
  });

  it("becomes JSON with code, message, hint and details, and nothing else", () => {
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: "STORE_CLOSED",
      message: 'The store "fs" is closed.',
      hint: "Keep the store open (`await using`) for as long as it is used.",
      details: { store: "fs" },
    });
  });
});
