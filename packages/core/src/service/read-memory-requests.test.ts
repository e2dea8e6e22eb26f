import { describe, expect, it } from "vitest";
import { PreceptError } from "../model/error.ts";
import { buildRule } from "../../test/rules.ts";
import { isForOneOf, readIdRequest, readListRequest, readSearchRequest, readUsageRequest } from "./read-memory-requests.ts";

function problemsOf(read: (value: unknown) => unknown, value: unknown): readonly string[] {
  try {
    read(value);
    return [];
  } catch (error) {
    if (!PreceptError.is(error, "REQUEST_INVALID")) throw error;
    return error.details.reasons;
  }
}

describe("a request for a list", () => {
  it("is for 100 active rules of no project and no user by default", () => {
    const expected = { owner: {}, filter: { status: ["active"] }, contexts: [], targets: [], limit: 100 };
    expect(readListRequest({})).toEqual(expected);
    // A message of proto3 has zero values for fields that are not set.
    const zeros = { scope: [], category: "", authority: "", tool_targets: [], tags: [], limit: 0, cursor: "" };
    expect(readListRequest(zeros)).toEqual(expected);
  });

  it("is mapped to a filter, for an owner and for several contexts and tools", () => {
    expect(
      readListRequest({
        scope: ["git"],
        project_id: "shop",
        user_id: "ann",
        category: "behavior",
        authority: "absolute",
        tool_targets: ["claude", "codex"],
        tags: ["tool:git"],
        status: ["active", "superseded"],
        limit: 50,
        cursor: "c",
      }),
    ).toEqual({
      owner: { projectId: "shop", userId: "ann" },
      filter: {
        status: ["active", "superseded"],
        category: "behavior",
        authority: "absolute",
        tags: ["tool:git"],
        context: "git",
      },
      contexts: ["git"],
      targets: ["claude", "codex"],
      limit: 50,
      cursor: "c",
    });
  });

  it.each<[unknown, readonly string[]]>([
    [7, ["it must be an object, not 7"]],
    [{ project_id: "" }, ["project_id: is empty; omit it if there is none"]],
    [{ user_id: "" }, ["user_id: is empty; omit it if there is none"]],
    [{ projectId: "shop" }, ['"projectId": is unknown; did you mean `project_id`?']],
    [{ limit: 1001 }, ["limit: must be a whole number from 0 to 1000, not 1001"]],
    [{ limit: -1 }, ["limit: must be a whole number from 0 to 1000, not -1"]],
    [{ category: "rule" }, ['category: must be one of preference, behavior, agent, not "rule"']],
    [{ status: ["active", "gone"] }, ['status: item 1 must be one of active, superseded, disabled, pending, not "gone"']],
    [{ scope: "git", colour: 1 }, ['scope: must be a list of texts, not "git"', 'unknown fields: "colour"; remove them']],
  ])("is rejected if it is invalid: %j", (request, reasons) => {
    expect(problemsOf(readListRequest, request)).toEqual(reasons);
  });
});

describe("a search", () => {
  it("is hybrid, for 10 rules of any score, by default", () => {
    expect(readSearchRequest({ query: "tests", search_mode: "" })).toEqual({
      owner: {},
      filter: { status: ["active"] },
      contexts: [],
      targets: [],
      limit: 10,
      text: "tests",
      mode: "hybrid",
    });
  });

  it.each([
    [{ score_threshold: 0.6 }, { sparse: 0.6, dense: 0.6 }],
    [
      { score_threshold: 0.6, dense_threshold: 0.3 },
      { sparse: 0.6, dense: 0.3 },
    ],
    [{ sparse_threshold: 0.2 }, { sparse: 0.2 }],
    [{ score_threshold: 0 }, undefined],
    [{ score_threshold: 0, dense_threshold: 0 }, { dense: 0 }],
  ])("has a threshold for each leg: %j", (thresholds, minScores) => {
    expect(readSearchRequest({ query: "tests", ...thresholds }).minScores).toEqual(minScores);
  });

  it.each<[unknown, readonly string[]]>([
    [{}, ["query: is missing"]],
    [{ query: "" }, ['query: must be a text of at least one character, not ""']],
    [{ query: "a", search_mode: "fast" }, ['search_mode: must be one of hybrid, dense, sparse, not "fast"']],
    [{ query: "a", score_threshold: 50 }, ["score_threshold: must be a number from -1 to 1, not 50"]],
    [{ query: "a", dense_threshold: Number.NaN }, ["dense_threshold: must be a number from -1 to 1, not NaN"]],
  ])("is rejected if it is invalid: %j", (request, reasons) => {
    expect(problemsOf(readSearchRequest, request)).toEqual(reasons);
  });
});

it("requests for one rule and for its usage name their rules", () => {
  expect(readIdRequest({ rule_id: "r", project_id: "shop" })).toEqual({ owner: { projectId: "shop" }, id: "r" });
  expect(problemsOf(readIdRequest, {})).toEqual(["rule_id: is missing"]);
  expect(readUsageRequest({ rule_ids: ["a", "b"], session_id: "s", tool: "claude" })).toEqual({
    owner: {},
    ids: ["a", "b"],
    session: "s",
    tool: "claude",
  });
  expect(readUsageRequest({ rule_ids: [], session_id: "", tool: "" })).toEqual({ owner: {}, ids: [] });
  expect(problemsOf(readUsageRequest, { rule_ids: [7] })).toEqual(["rule_ids: must be a list of texts, but item 0 is 7"]);
});

it("a rule is for one of several contexts and tools if it names one of them, or none", () => {
  const query = { contexts: ["git", "chat"], targets: ["claude"] };
  expect(isForOneOf(buildRule(), query)).toBe(true);
  expect(isForOneOf(buildRule({ contexts: ["edit", "chat"], targets: ["claude"] }), query)).toBe(true);
  expect(isForOneOf(buildRule({ contexts: ["edit"] }), query)).toBe(false);
  expect(isForOneOf(buildRule({ targets: ["codex"] }), query)).toBe(false);
  expect(isForOneOf(buildRule({ contexts: ["edit"] }), { contexts: [], targets: [] })).toBe(true);
});
