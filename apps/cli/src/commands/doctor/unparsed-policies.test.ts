import { parsePolicies, type PolicyTestOutcome } from "@precept/governance";
import { expect, it } from "vitest";
import { findUnparsedPolicies } from "./unparsed-policies.ts";

const source = `
- { id: CODE-1, severity: LOW, message: m, match: { any: [{ syntax: { language: go, pattern: f($A) } }] } }
- { id: CODE-2, severity: LOW, message: m, match: { syntax: { language: go, pattern: f($A) } } }
- { id: TEXT-1, severity: LOW, message: m, match: { pattern: f } }
- { id: OFF-1, severity: LOW, enabled: false, message: m, match: { syntax: { language: go, pattern: f($A) } } }
`;

function policiesWith(outcomes: Readonly<Record<string, PolicyTestOutcome>>) {
  const { policies } = parsePolicies(source);
  const tested: string[] = [];
  const test = (id = "") => {
    tested.push(id);
    const result = { list: "valid", index: 0, outcome: outcomes[id] ?? "passed", detail: "is not checked: no parser" } as const;
    return Promise.resolve([{ policy: id, passed: true, results: [result, result] }]);
  };
  return { tested, policies: { test }, active: policies.map(({ policy }) => policy) };
}

it("finds the policies whose tests are not run for lack of a parser, and each reason once", async () => {
  const { policies, active, tested } = policiesWith({ "CODE-1": "unavailable", "CODE-2": "passed" });
  expect(await findUnparsedPolicies(policies, active)).toEqual({ ids: ["CODE-1"], reasons: ["is not checked: no parser"] });
  expect(tested).toEqual(["CODE-1", "CODE-2"]);
});

it("finds none if all tests are run", async () => {
  const { policies, active } = policiesWith({ "CODE-1": "noisy" });
  expect(await findUnparsedPolicies(policies, active)).toEqual({ ids: [], reasons: [] });
});
