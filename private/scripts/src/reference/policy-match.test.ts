import { createPolicySet, parsePolicies } from "@precept/governance";
import { describe, expect, it } from "vitest";
import { policyMatchReference } from "./policy-match.ts";

const page = policyMatchReference();
const examples = [...page.matchAll(/^### `(.*)`\n\n```yaml\n([^]*?)^```$/gm)];

describe("the reference of the keys of match", () => {
  it("has a row for each operator of `input` and each key of `command`", () => {
    expect(page).toContain("| `input.PATH.gt` | number |");
    expect(page).toContain("| `command.pipes_from` |");
  });

  it("has at least five whole policies", () => expect(examples.length).toBeGreaterThanOrEqual(5));

  it.each(examples.map(([, file = "", yaml = ""]) => [file, yaml]))("%s is accepted as it is", (file, yaml) => {
    const { policies, diagnostics } = parsePolicies(yaml, file);
    const { set, diagnostics: failures } = createPolicySet(policies);
    expect([...diagnostics, ...failures]).toEqual([]);
    expect(set.policies).toHaveLength(1);
  });
});
