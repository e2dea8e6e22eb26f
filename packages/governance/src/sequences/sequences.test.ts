import { propertyRuns } from "@precept/testing";
import { array, assert, boolean, option, property, record, string, stringMatching } from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate } from "../evaluate/evaluate.ts";
import type { Policy } from "../model/policy.ts";
import { readPolicy } from "../parse/read-policy.ts";
import { buildPolicy, check, sha256, type PolicyInput } from "../../test/policies.ts";
import { toWirePolicy } from "../wire/policy.ts";
import type { CallOutcome } from "./events.ts";
import { applySequencesToCall } from "./apply-sequences.ts";
import { observeCall } from "./observe.ts";
import { reduceSequences } from "./reduce.ts";
import { emptySequenceState, maxEarlierMarks, maxSequenceValues, type SequenceState } from "./state.ts";

const second = 1000;

interface Call {
  readonly id?: string;
  readonly outcome?: CallOutcome;
  readonly after?: boolean;
}

/** A session in memory. Each call is one second after the previous one. */
class Session {
  state: SequenceState = emptySequenceState;
  now = 0;
  readonly #policy: Policy;

  constructor(input: PolicyInput) {
    this.#policy = buildPolicy(input);
  }

  /** Makes a call, unless it is denied. Returns the message of its violation. */
  call(text: string, { id, outcome, after = false }: Call = {}, denies = false): string | undefined {
    this.now += second;
    const policies = [this.#policy];
    const subject = { kind: "command", text } as const;
    const options = { hash: sha256, sequences: "hold" as const };
    const decided = text === "" ? [] : [{ subject, decision: evaluate(policies, subject, options) }];
    const call = {
      session: "s",
      toolUse: id,
      at: this.now,
      stage: after ? ("after" as const) : ("before" as const),
      ...(outcome !== undefined && { outcome }),
    };
    const use = id ?? `#${this.now}`;
    const observed = observeCall(call, decided, policies, {
      hash: sha256,
      use,
      evaluate: (some, one) => evaluate(some, one, options),
    });
    const step = reduceSequences(this.state, { kind: "called", ...observed }, policies);
    const [violation] = applySequencesToCall(decided, policies, step.progress, call, sha256).flatMap(
      ({ violations }) => violations,
    );
    const last = denies ? ({ kind: "denied", session: "s", use } as const) : ({ kind: "made", ...observed } as const);
    this.state = reduceSequences(step.state, last, policies).state;
    return violation?.message;
  }

  violates(...args: Parameters<Session["call"]>): boolean {
    return this.call(...args) !== undefined;
  }
}

const send = { match: { pattern: "curl" }, sequence: { after: { pattern: "cat \\.env" } } };
const repeated = { match: { pattern: "rm \\S+" }, sequence: { count: 3 } };

describe("`after`", () => {
  it("requires an earlier call, not the same one", () => {
    const session = new Session(send);
    expect(session.violates("curl a")).toBe(false);
    expect(session.violates("cat .env | curl a")).toBe(false);
    expect(session.violates("ls")).toBe(false);
    expect(session.call("curl a")).toBe(
      "Broken. Earlier in this session, once, the last time at 1970-01-01T00:00:02Z, `after` was met.",
    );
  });

  it("ignores calls that are older than `within`", () => {
    const session = new Session({ ...send, sequence: { ...send.sequence, within: "5s" } });
    session.call("cat .env");
    expect(session.violates("curl a")).toBe(true);
    session.now += 10 * second;
    expect(session.violates("curl a")).toBe(false);
  });

  it("is reset by a call that meets `unless`, but not by a denied one", () => {
    const session = new Session({ ...send, sequence: { ...send.sequence, unless: { pattern: "logout" } } });
    session.call("cat .env");
    session.call("logout", {}, true);
    expect(session.violates("curl a")).toBe(true);
    session.call("logout");
    expect(session.violates("curl a")).toBe(false);
  });

  it("does not count a denied call", () => {
    const session = new Session(send);
    session.call("cat .env", {}, true);
    expect(session.violates("curl a")).toBe(false);
  });
});

describe("`count`", () => {
  it("counts calls, this one included, and names the time of the first one", () => {
    const session = new Session(repeated);
    expect([session.violates("rm a"), session.violates("rm b")]).toEqual([false, false]);
    expect(session.call("rm c")).toBe("Broken. 3 times since 1970-01-01T00:00:01Z.");
  });

  it("counts a call once if it is checked before and after it is made", () => {
    const session = new Session(repeated);
    for (const id of ["1", "2"]) {
      expect(session.violates("rm a", { id })).toBe(false);
      expect(session.violates("rm a", { id, after: true })).toBe(false);
    }
    expect(session.violates("rm a", { id: "3" })).toBe(true);
  });

  it("counts calls within `per`", () => {
    const session = new Session({ ...repeated, sequence: { count: 3, per: "4s" } });
    expect([1, 2].map(() => session.violates("rm a"))).toEqual([false, false]);
    session.now += 10 * second;
    expect([1, 2, 3].map(() => session.violates("rm a"))).toEqual([false, false, true]);
  });

  it.each([
    ["command", ["rm a", "rm b", "rm a", "rm a"], [false, false, false, true]],
    ["match", ["x; rm a", "rm b", "rm a && y", "rm b && rm a"], [false, false, false, true]],
  ])("counts calls with the same %s", (same, calls, expected) => {
    const session = new Session({ ...repeated, sequence: { count: 3, same } });
    expect(calls.map((text) => session.violates(text))).toEqual(expected);
  });
});

describe("`failed`", () => {
  const failing = { match: { pattern: ".+" }, sequence: { count: 3, same: "command", failed: true } };

  it("counts failures since the last success of calls with an id", () => {
    const session = new Session(failing);
    const run = (id: string, outcome: CallOutcome): boolean => {
      const isViolated = session.violates("make", { id });
      session.call("", { id, outcome, after: true });
      return isViolated;
    };
    expect([run("1", "failed"), run("2", "failed"), run("3", "succeeded")]).toEqual([false, false, true]);
    expect([run("4", "failed"), run("5", "succeeded"), run("6", "failed"), run("7", "failed"), run("8", "failed")]).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it("counts failures of calls without an id, which the success of another command does not reset", () => {
    const session = new Session(failing);
    for (const _ of [1, 2]) {
      expect(session.violates("make")).toBe(false);
      session.call("", { outcome: "failed", after: true });
    }
    expect(session.violates("other")).toBe(false);
    session.call("", { outcome: "succeeded", after: true });
    expect(session.violates("make")).toBe(true);
  });

  it("does not count calls with an unknown outcome", () => {
    const session = new Session(failing);
    expect([1, 2, 3, 4, 5].map(() => session.violates("make"))).toEqual([false, false, false, false, false]);
  });
});

describe("the state", () => {
  const anything = { match: { pattern: ".+" }, sequence: { count: 3, same: "command", after: { pattern: "secret" } } };

  it("is bounded and contains no text, for any calls", () => {
    const call = record({
      text: stringMatching(/^secret[a-z]{8,12}$/),
      id: option(string(), { nil: undefined }),
      denies: boolean(),
    });
    assert(
      property(array(call, { maxLength: 150, size: "max" }), (calls) => {
        const session = new Session(anything);
        for (const { text, id, denies } of calls) session.call(text, id === undefined ? {} : { id }, denies);
        const written = JSON.stringify(session.state);
        for (const { earlier, values } of Object.values(session.state.records)) {
          expect(earlier.length).toBeLessThanOrEqual(maxEarlierMarks);
          expect(Object.keys(values).length).toBeLessThanOrEqual(maxSequenceValues);
        }
        for (const { text } of calls) expect(written).not.toContain(text);
      }),
      { numRuns: propertyRuns({ sample: 40, full: 100 }) },
    );
  });

  it("belongs to one session until it ends, and to sessions that continue it", () => {
    const session = new Session(send);
    session.call("cat .env");
    const forked = reduceSequences(session.state, { kind: "forked", from: "s", to: "t" }, []).state;
    const sessionsIn = ({ records }: SequenceState) => Object.values(records).map((one) => one.session);
    expect(sessionsIn(forked)).toEqual(["s", "t"]);
    expect(sessionsIn(reduceSequences(forked, { kind: "ended", session: "s" }, []).state)).toEqual(["t"]);
  });
});

describe("a policy with a sequence", () => {
  it("is not violated by a check without a session", () => {
    expect(check([buildPolicy(repeated)], "rm a")).toMatchObject({ action: "PASS", skipped: [{ reason: { kind: "sequence" } }] });
  });

  it("can be written and read again", () => {
    const sequence = {
      after: { pattern: "a" },
      within: "90s",
      unless: { keywords: ["b"] },
      count: 2,
      same: "file",
      failed: true,
      per: "2h",
    };
    const policy = buildPolicy({ ...send, sequence, tests: { invalid: [["a", "curl"]], valid: [[{ text: "x", file: "a" }]] } });
    expect(readPolicy(toWirePolicy(policy))).toEqual({ policy, diagnostics: [] });
    expect(policy.sequence).toMatchObject({ within: 90 * second, per: 7200 * second });
  });

  it.each([
    [{ within: "soon" }, "must be a duration"],
    [{ count: 0 }, "must be an integer from 1 to 100"],
    [{ count: 101 }, "must be an integer from 1 to 100"],
    [{ same: "mood" }, "must be one of command, tool, file, match"],
    [{ after: { pattern: "(" } }, "invalid"],
    [{ after: 7 }, "must be a mapping"],
  ])("is refused or reported with %j", (sequence, message) => {
    const { diagnostics } = readPolicy({ id: "A", severity: "LOW", message: "m", match: { pattern: "x" }, sequence });
    expect(diagnostics.map((one) => one.message).join()).toContain(message);
    expect(diagnostics).not.toEqual([]);
  });
});
