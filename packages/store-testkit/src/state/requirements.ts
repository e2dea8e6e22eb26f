/** A requirement of state that servers share. */
export interface StateRequirement {
  /** The behaviour. */
  readonly text: string;
  /** Which form of state it is about. */
  readonly form: "records" | "log" | "rates" | "state";
  /** What the check needs of the suite. Absent: nothing. */
  readonly needs?: "peer" | "reopen" | "pass";
}

const table = {
  "records/by-group": { form: "records", text: "reads records by group, and all of them without groups, in the order of keys" },
  "records/apart": { form: "records", text: "separates the records of uses and owners" },
  "records/passed": { form: "records", text: "passes only the records of the groups to an update, and returns its result" },
  "records/replaced": { form: "records", text: "deletes the records that an update does not return, and no others" },
  "records/throws": { form: "records", text: "changes nothing if an update throws" },
  "records/texts": { form: "records", text: "preserves all texts in keys, groups and values" },
  "records/concurrent": { form: "records", text: "loses no update of a group if many run concurrently, also of a new group" },
  "records/peer": { form: "records", needs: "peer", text: "loses no update of a group by two clients" },
  "records/durable": { form: "records", needs: "reopen", text: "has all records after it is reopened" },
  "records/old": { form: "records", needs: "pass", text: "removes records that did not change for longer than their use allows" },
  "log/positions": { form: "log", text: "numbers entries from 1 in the order of appends, and returns the last position" },
  "log/apart": { form: "log", text: "separates the logs of uses and owners" },
  "log/reads": { form: "log", text: "reads entries after a position, at most as many as asked for, and says where the log ends" },
  "log/state": { form: "log", text: "passes the stored text to an append, and replaces it only if the append has one" },
  "log/throws": { form: "log", text: "appends nothing if an append throws" },
  "log/texts": { form: "log", text: "preserves all texts in entries and in the stored text" },
  "log/pruned": { form: "log", text: "retains the newest entries, and says up to which position others were removed" },
  "log/concurrent": {
    form: "log",
    text: "gives each of many concurrent appends its own positions, without gaps, and no stored text is lost",
  },
  "log/follow": { form: "log", text: "calls followers after an append, until they end" },
  "log/peer": {
    form: "log",
    needs: "peer",
    text: "shows a follower all entries of two clients in one order, and never a later one before an earlier one",
  },
  "log/durable": { form: "log", needs: "reopen", text: "has all entries and the stored text after it is reopened" },
  "rates/allowance": {
    form: "rates",
    text: "allows as many uses of a key as fit into a minute, also concurrent ones, and says how long to wait for the next",
  },
  "rates/keys": { form: "rates", text: "gives each key its own allowance, and none if there is no limit" },
  "rates/peer": { form: "rates", needs: "peer", text: "counts the uses of two clients together" },
  "state/closed": { form: "state", text: "rejects calls after it is closed" },
} as const;

export type StateRequirementId = keyof typeof table;

/** The requirements of `SharedState`, by id. */
export const stateRequirements: Readonly<Record<StateRequirementId, StateRequirement>> = table;

export const stateRequirementIds = Object.keys(stateRequirements) as readonly StateRequirementId[];
