import type { Channel, DeliveryEvent } from "../../../../packages/contract/src/values/index.ts";

/** The ways by which rules reach an agent. `resolve` is `precept resolve --session`. */
export const entries = ["hook", "mcp", "middleware", "rest", "grpc", "resolve"] as const;

export type Entry = (typeof entries)[number];

/** What happens in a session. `turn`: as many prompts have passed as `remind` of a rule says. */
export const events = ["start", "prompt", "file", "compaction", "subagent", "turn"] as const;

export type SessionEvent = (typeof events)[number];

/** The receipt that an entry leaves at an event. */
interface LeftReceipt {
  readonly channel: Channel;
  readonly event: DeliveryEvent;
  /** The rules of the receipt in the test: `all` always applies and has `remind: 2`; `ts` is for files. */
  readonly rules: readonly string[];
  readonly note?: string;
}

/** A cell of the table: a receipt, or why there is none. */
export type Cell = LeftReceipt | { readonly none: string };

const request = (channel: Channel, rules: readonly string[], note?: string): LeftReceipt => ({
  channel,
  event: "request",
  rules,
  ...(note !== undefined && { note }),
});

const asksAgain = "the agent asks again, and gets all rules that apply";

/** What each entry of a request-based channel leaves: it sees requests, and no events of a session. */
function requests(channel: Channel): Readonly<Record<SessionEvent, Cell>> {
  return {
    start: request(channel, ["all"]),
    prompt: request(channel, ["all"]),
    file: request(channel, ["all", "ts"]),
    compaction: request(channel, ["all", "ts"], asksAgain),
    subagent: request(channel, ["all"], "as the main agent: the request names no subagent"),
    turn: request(channel, ["all"], asksAgain),
  };
}

const call = (rules: readonly string[], note?: string): LeftReceipt => ({
  channel: "middleware",
  event: "call",
  rules,
  ...(note !== undefined && { note }),
});

/** Which receipt each entry leaves at each event. A test tries each cell, and a page of the reference shows them. */
export const cells: Readonly<Record<Entry, Readonly<Record<SessionEvent, Cell>>>> = {
  hook: {
    start: { channel: "hook", event: "start", rules: ["all"] },
    prompt: { channel: "hook", event: "prompt", rules: ["all"] },
    file: { channel: "hook", event: "file", rules: ["all", "ts"] },
    compaction: { channel: "hook", event: "compaction", rules: ["all", "ts"], note: "what the agent lost is given again" },
    subagent: { channel: "hook", event: "subagent", rules: ["all"], note: "with the id of the subagent" },
    turn: { channel: "hook", event: "prompt", rules: ["all"], note: "the reason says after how many prompts" },
  },
  mcp: { ...requests("mcp"), start: { none: "the instructions of the server only name rules; the agent asks for their texts" } },
  middleware: {
    start: call(["all"]),
    prompt: call(["all"]),
    file: call(["all", "ts"], "each later call has the file too"),
    compaction: call(["all"], "each call of the model has all rules that apply to its messages"),
    subagent: call(["all"], "as its own session, if the program passes one"),
    turn: call(["all"], "each call has the rule, so that `remind` has nothing to add"),
  },
  rest: requests("rest"),
  grpc: {
    ...requests("grpc"),
    start: request("grpc", ["all", "ts"], "the rules of the filter, whether or not they apply"),
    prompt: request("grpc", ["all"], "the rules that the search finds"),
    file: { none: "the memory service selects no rules by file" },
    compaction: request("grpc", ["all", "ts"], asksAgain),
    subagent: request("grpc", ["all", "ts"], "as the main agent: the request names no subagent"),
    turn: request("grpc", ["all", "ts"], asksAgain),
  },
  resolve: requests("cli"),
};
