import { createSeed, type Seed } from "./requirement.ts";

const seed = "packages/governance/src/seed";
const mcp = "packages/mcp/src/seed";
const tables = "packages/governance/src/model/tables";
const policy = "packages/governance/src/parse/read-policy";
const enforcer = "packages/enforcement/src/enforce/enforcer";
const hooks = "packages/enforcement/src/enforce/soft-hooks";
const reduce = "packages/governance/src/soft-hooks/reduce";
const notifier = "packages/enforcement/src/enforce/notifier";
const fixes = "packages/governance/src/fix/fix-violations";
const samples = "private/e2e/src/seeds/samples";
const audit = "packages/audit-log/src/audit-log";
const evaluate = "packages/governance/src/evaluate/evaluate";

export const ruleEngine: Seed = createSeed("Rule engine over MCP", [
  [
    "E1",
    "0",
    "Policies can be registered, checked and acted on over MCP.",
    [
      `${mcp}: seed 6.1: \`tools/call\` registers a rule, which then has a tool`,
      `${mcp}: seed 6.2: the tool of a rule checks a text with that rule`,
    ],
  ],
  [
    "E2",
    "1.2",
    "There is a tool `rule_engine` with `action`, `rule`, `phase` and `context`, of which only `action` is required.",
    [`${mcp}: seed 1.2: one tool \`rule_engine\`, with three actions, a rule, a phase and a context`],
  ],
  [
    "E3",
    "1.2",
    "The actions are register, execute and check_violation.",
    [`${mcp}: seed 1.2: one tool \`rule_engine\``],
    "There are further actions, such as report_violation and ignore_advice, which other sections need.",
  ],
  [
    "E4",
    "1.2",
    "The phases are ANALYSIS, TASKS, IMPLEMENTATION, REVIEW and TEST.",
    [`${mcp}: seed 1.2: one tool \`rule_engine\``],
  ],
  [
    "E5",
    "2.1",
    "A policy has an id, a version, a severity, a category, a phase, a handler, conditions, a message and metadata, below the key `rule`.",
    [`${seed}: seed 2.1: with single quotes the example is read with every key, and works`],
  ],
  [
    "E6",
    "2.1",
    "The example of the format is read.",
    [`${seed}: seed 2.1: the unchanged example is refused with a hint`],
    "Its pattern between double quotes is not valid YAML. It is refused with the location, and with single quotes it works.",
  ],
  [
    "E7",
    "2.1",
    "A pattern is a regular expression, and `file_patterns` limit it to files.",
    [`${seed}: seed 2.1: with single quotes the example is read with every key, and works`],
  ],
  [
    "E8",
    "2.1",
    "`context_filter` requires values of the context.",
    [
      `${seed}: seed 2.1: with single quotes the example is read with every key, and works`,
      `${evaluate}: a context filter of %j`,
    ],
  ],
  [
    "E9",
    "2.1",
    "The handler may have spaces, and VIOLATION means the action of the severity.",
    [`${policy}: seed 2.1: with the handler VIOLATION has the action of its severity, with a diagnostic`],
  ],
  [
    "E10",
    "2.1",
    "Any metadata is kept.",
    [`${seed}: seed 2.1: with single quotes the example is read with every key, and works`],
  ],
  ["E11", "2.2", "CRITICAL, HIGH, MEDIUM and LOW are P0 to P3.", [`${tables}: seed 2.2: follows from its severity`]],
  [
    "E12",
    "2.2",
    "The actions of P0 to P3 are TERMINATE, QUICK_FIX, LOG_ONLY and SOFT_HOOK.",
    [`${tables}: seed 2.3: follow from the priority`],
  ],
  [
    "E13",
    "2.3",
    "A table says for each priority the action, whether a human is notified, whether work is rolled back, and the penalty.",
    [
      `${samples}: reads the mapping of priorities to actions`,
      `${tables}: seed 2.3: follow from the priority`,
      `${tables}: seed 2.3: override the keys that they name, and no other defaults`,
    ],
  ],
  [
    "E14",
    "2.3",
    "P0 rolls back.",
    [
      `${enforcer}: seed 4.1: restores the checkpoint of its session, returns the undo command`,
      `${enforcer}: does not change the working tree if rollbacks are not enabled`,
    ],
    "A rollback discards work, so it needs `policies.rollback` and a directory that the user trusts.",
  ],
  [
    "E15",
    "3.1",
    "The phase decides which priorities are checked.",
    [`${tables}: seed 3.1: without \`phase\`, a policy with severity %s is checked in the phases of the matrix`],
  ],
  [
    "E16",
    "3.1",
    "A policy that names its phase is checked there at any priority.",
    [`${tables}: seed 4.3, 5.2: are the phases that it names, at any priority`],
    "The matrix would exclude the examples of 4.3 and 5.2 from their own phases. `limitNamedPhases` applies it to them too.",
  ],
  [
    "E17",
    "3.2",
    "A policy of another phase or context is skipped, with the reason.",
    [`${seed}: seed 3.2: checks phase and context first, then the match, then priority and action`],
  ],
  [
    "E18",
    "3.2",
    "Without a violation, the answer is PASS.",
    [
      `${seed}: seed 3.2: checks phase and context first`,
      `${mcp}: seed 7.1: checks code in a phase; the action is that of the most urgent violation, or PASS`,
    ],
  ],
  [
    "E19",
    "3.2",
    "The action is executed and a notification is sent.",
    [`${mcp}: seed 6.3: \`notifications/ops/priority\` reports a violation`],
  ],
  [
    "E20",
    "4.1",
    "TERMINATE stops the task.",
    [
      `${seed}: seed 4.1: a violated constitution terminates`,
      "packages/middleware/src/tool-calls: a policy that terminates denies it, and the model learns why",
    ],
  ],
  ["E21", "4.1", "TERMINATE notifies a human.", [`${notifier}: seed 4.1: is sent to a command on standard input`]],
  ["E22", "4.1", "TERMINATE is in the audit log.", [`${enforcer}: seed 4.3, 8.1: writes a chained entry to the audit log`]],
  ["E23", "4.1", "TERMINATE starts a rollback.", [`${enforcer}: seed 4.1: restores the checkpoint of its session`]],
  [
    "E24",
    "4.1",
    "The agent is stopped even if something of this fails.",
    [`${enforcer}: seed 4.1: stops the agent even if the audit log cannot be written, and reports that`],
  ],
  [
    "E25",
    "4.1-4.4",
    "The four examples are read as they are.",
    [`${seed}: seed 4.1-4.4: the unchanged examples are read, and their violations can be reported`],
  ],
  [
    "E26",
    "4.2",
    "QUICK_FIX marks a small correction, and sends it to its own channel.",
    [`${notifier}: seed 4.2: of a small correction goes to QUICK_FIX_CHANNEL alone, if it has a route`],
  ],
  [
    "E27",
    "4.2",
    "The correction is made.",
    [
      `${fixes}: replaces every match, fills groups, and evaluates again`,
      `${enforcer}: seed 4.2: is planned, and written only on request`,
    ],
  ],
  [
    "E28",
    "4.2",
    "The correction is verified, without another iteration.",
    [
      `${seed}: seed 4.2: a typo is fixed, at most max_fixes times, and verified`,
      `${fixes}: reverts a fix if the text still violates the policy there`,
    ],
  ],
  [
    "E29",
    "4.2",
    "`max_fixes` limits the corrections.",
    [
      `${fixes}: seed 4.2: respects max_fixes of the fix or the metadata, across all rounds`,
      `${enforcer}: seed 4.2: stops at the limit of the policy, or else of the settings`,
    ],
  ],
  [
    "E30",
    "4.3",
    "LOG_ONLY is written to a log of violations, a JSON object a line.",
    [`${enforcer}: seed 4.3, 8.1: writes a chained entry to the audit log`],
  ],
  ["E31", "4.3", "LOG_ONLY does not stop the task.", [`${seed}: seed 4.3: LOG_ONLY wins over SOFT_HOOK and stops nothing`]],
  [
    "E32",
    "4.3",
    "Violations can be counted.",
    ["packages/audit-log/src/stats: counts entries by policy, action, phase, day and agent"],
  ],
  ["E33", "4.4", "SOFT_HOOK advises the agent, which may ignore it.", [`${seed}: seed 4.4: a soft hook only advises`]],
  [
    "E34",
    "4.4",
    "What happened to advice is logged.",
    [`${hooks}: seed 4.4, 5.3, 8.2: escalates after it was ignored three times`],
  ],
  [
    "E35",
    "4.4",
    "`priority_boost` raises the priority when the work requires high quality.",
    [`${tables}: seed 4.4: is boosted to P2 in high-quality mode if the metadata ask for it`],
  ],
  [
    "E36",
    "5.2",
    "Soft hooks can be turned off.",
    [`${reduce}: seed 5.2: is not given by policies with another action, in shadow mode or with disabled soft hooks`],
  ],
  [
    "E37",
    "5.2",
    "`can_be_ignored: false` escalates at the first time.",
    [`${reduce}: seed 5.2: advice that cannot be ignored escalates the first time`],
  ],
  [
    "E38",
    "5.2",
    "`notify_on_ignore` sends a notification each time.",
    [
      `${reduce}: seed 5.2: \`notify_on_ignore\` asks for a notification each time`,
      `${notifier}: seed 5.2: is sent for ignored advice if the policy says so`,
    ],
  ],
  [
    "E39",
    "5.2",
    "`priority_boost_phase` makes the policy P2 in that phase.",
    [
      `${tables}: seed 5.2: include the one in which it is boosted`,
      `${tables}: seed 5.2: is boosted to P2 in the phase that the policy names, with the action of P2`,
      `${seed}: seed 5.2: the policy advises in other phases, and is P2 in REVIEW`,
    ],
  ],
  [
    "E40",
    "5.2",
    "An interceptor has a threshold of repetitions, and a priority to escalate to.",
    [
      `${hooks}: seed 5.2: escalates to the priority of its policy, and has a higher priority in the boost phase`,
      `${reduce}: seed 5.2: an interceptor can set the threshold and the priority`,
    ],
  ],
  [
    "E41",
    "5.2",
    "The example of a soft hook is read with all its settings.",
    [`${seed}: seed 5.2: the example is read with all its settings`],
  ],
  [
    "E42",
    "5.3",
    "Ignored advice increases a counter.",
    [
      `${reduce}: seed 5.3: counts as ignored if the next check finds the violation again, and becomes P2 with LOG_ONLY after three times`,
    ],
  ],
  [
    "E43",
    "5.3",
    "Advice that the agent follows is closed.",
    [`${reduce}: seed 5.3: is closed when the agent follows it, and starts at 0 when the violation returns`],
  ],
  [
    "E44",
    "5.3",
    "At the threshold, advice becomes P2 with LOG_ONLY; below, it stays.",
    [
      `${seed}: seed 5.3: advice that was ignored three times becomes LOG_ONLY`,
      "packages/governance/src/soft-hooks/reduce.properties: the count of advice is the number of tool uses that ignored it",
    ],
  ],
  [
    "E45",
    "5.3",
    "An agent chooses IGNORE or COMPLY.",
    [
      "packages/mcp/src/tools/rule-engine-tool: seed 5.3: answers with each advice's key, count and threshold, and takes IGNORE and COMPLY",
    ],
  ],
  [
    "E46",
    "6.1",
    "`tools/call` with the action register registers the example.",
    [
      `${samples}: answers the messages of the rule engine on standard input`,
      `${mcp}: seed 6.1: \`tools/call\` registers a rule, which then has a tool`,
    ],
  ],
  [
    "E47",
    "6.1",
    "A policy that is invalid or fails its tests is not registered.",
    [
      `${mcp}: seed 6.1: an invalid rule is rejected with diagnostics, and changes nothing`,
      `${seed}: seed 6.1: a policy is registered from JSON, and one that fails its tests is not`,
    ],
  ],
  [
    "E48",
    "6.2",
    "`tools/list` with a phase lists a tool for each policy of the phase.",
    [
      `${mcp}: seed 6.2: the phase can be in \`params.phase\` or in \`_meta\``,
      `${seed}: seed 6.2: a policy is listed as a tool`,
      `${samples}: answers the messages of the rule engine on standard input`,
      `${mcp}: seed 6.2: \`tools/list\` with a phase lists the rules of that phase, with phase, severity and handler`,
    ],
  ],
  [
    "E49",
    "6.2",
    "Such a tool is named `rule_engine:ID`.",
    [`${mcp}: seed 6.2: \`tools/list\` with a phase lists the rules of that phase`],
    "In the newest protocol, whose names allow no colon, it is `rule_engine.ID`. Calls accept both.",
  ],
  [
    "E50",
    "6.2",
    "Such a tool takes `code` and `file`, and its annotations have phase, severity and handler.",
    [
      `${mcp}: seed 6.2: \`tools/list\` with a phase lists the rules of that phase`,
      `${mcp}: seed 6.2: \`_meta\` describes the rule too, for clients that drop unknown annotations`,
    ],
  ],
  [
    "E51",
    "6.3",
    "`notifications/ops/priority` has the rule, the violation with location, message and suggestion, the priority and the handler.",
    [
      "packages/governance/src/model/template: seed 6.3: fills placeholders, in another letter case if one is named",
      `${samples}: answers the messages of the rule engine on standard input`,
      `${mcp}: seed 6.3: \`notifications/ops/priority\` reports a violation`,
      `${seed}: seed 6.3: a violation becomes a notification`,
    ],
  ],
  [
    "E52",
    "7.1",
    "A client registers a policy as an object.",
    [`${mcp}: seed 7.1: registers a rule as an object, a parsed policy and YAML`],
  ],
  [
    "E53",
    "7.1",
    "A client checks code in a phase; the most urgent violation decides.",
    [
      `${mcp}: seed 7.1: checks code in a phase; the action is that of the most urgent violation, or PASS`,
      `${seed}: seed 7.1: the strictest violation decides, and no violation is PASS`,
    ],
  ],
  [
    "E54",
    "7.2",
    "The handler of a policy counts more than the action of its severity.",
    [`${tables}: seed 7.2: has the action that the policy names, and the priority of its severity`],
  ],
  [
    "E55",
    "7.2",
    "`human_in_loop` notifies a human.",
    [
      `${tables}: seed 7.2: notify a human if the metadata ask for it`,
      `${mcp}: seed 7.2: constitutional rules stop a task or notify a human, each in its phase`,
    ],
  ],
  [
    "E56",
    "8.1",
    "An entry of the audit log has an id with its date, a time, the rule, the handler, the priority, the phase, the context and the violation.",
    [`${audit}: writes a violation in the documented format, with further fields after the others`],
  ],
  [
    "E57",
    "8.1",
    "An entry says whether a correction was applied and verified, and the change.",
    [`${seed}: seed 8.1: a fixed violation is logged`],
  ],
  [
    "E58",
    "8.2",
    "An entry about advice has the action, the count, the agent, the phase and the threshold.",
    [
      `${audit}: writes a soft hook record and reads back the same`,
      `${seed}: seed 5.3: advice that was ignored three times becomes LOG_ONLY, and each step is logged as in seed 8.2`,
    ],
  ],
  [
    "E59",
    "9",
    "An urgent violation asks a human.",
    ["packages/enforcement/src/enforce/approvals: asks, and lets the call through if the human approves it"],
    "This is the action ASK, which a policy names. A violation of P0 without it stops the agent instead of waiting.",
  ],
]);
