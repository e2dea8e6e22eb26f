import { describe, expect, it } from "vitest";
import { evaluate } from "../evaluate/evaluate.ts";
import { describePolicySkip } from "../evaluate/describe-skip.ts";
import { parsePolicies } from "../parse/parse-policies.ts";
import { readPolicy } from "../parse/read-policy.ts";
import { toWirePolicy } from "../wire/policy.ts";

const hash = (text: string): string => text;

function read(match: string) {
  return parsePolicies(`id: A\nseverity: HIGH\nmessage: No.\nmatch: ${match}`, "p.yaml");
}

function matchesOf(match: string, text: string, maxViolations?: number): readonly (string | undefined)[] {
  const policies = read(match).policies.map(({ policy }) => policy);
  const options = { hash, ...(maxViolations !== undefined && { maxViolations }) };
  return evaluate(policies, { text }, options).violations.map((violation) => violation.match);
}

function skipOf(match: string, text: string): string | undefined {
  const [skipped] = evaluate(
    read(match).policies.map(({ policy }) => policy),
    { text },
    { hash },
  ).skipped;
  return skipped && describePolicySkip(skipped.reason);
}

const card = "{ pattern: '\\d{4}(?: \\d{4}){3}', valid_as: luhn }";

describe("the values of matches", () => {
  it("must be valid in a format", () => {
    expect(matchesOf(card, "4242 4242 4242 4242, 4242 4242 4242 4241")).toEqual(["4242 4242 4242 4242"]);
  });

  it("may be valid in one of several formats", () => {
    const both = "{ pattern: '\\S+', valid_as: [Luhn, iban] }";
    expect(matchesOf(both, "4242424242424242 DE89370400440532013000 DE88370400440532013000")).toHaveLength(2);
  });

  it("must have an entropy", () => {
    const random = "{ pattern: 'key=(\\w+)', min_entropy: 3.5 }";
    expect(matchesOf(random, "key=aaaaaaaaaaaabbbb key=Zk39fqLm02ppR8xW")).toEqual(["key=Zk39fqLm02ppR8xW"]);
  });

  it("are the first group that takes part in the match", () => {
    const two = "{ pattern: ['a=(\\d+)', 'b=(\\d+)'], valid_as: luhn }";
    expect(matchesOf(two, "a=4242424242424241 b=4242424242424242")).toEqual(["b=4242424242424242"]);
  });

  it("are checked in every block, also in `absent`", () => {
    expect(matchesOf(`{ any: [${card}, { pattern: never }] }`, "4242 4242 4242 4242")).toHaveLength(1);
    expect(matchesOf(`{ pattern: pay, absent: ${card} }`, "pay 4242 4242 4242 4242")).toEqual([]);
    expect(matchesOf(`{ pattern: pay, absent: ${card} }`, "pay 4242 4242 4242 4241")).toEqual(["pay"]);
  });

  it("are checked in all matches, not only in the first ones up to the limit", () => {
    const text = `${"4242 4242 4242 4241\n".repeat(50)}4242 4242 4242 4242`;
    expect(matchesOf(card, text, 5)).toEqual(["4242 4242 4242 4242"]);
  });

  it("are checked before exceptions", () => {
    expect(
      matchesOf("{ pattern: '\\d{16}', valid_as: luhn, unless: '4242424242424242' }", "4242424242424242 378282246310005"),
    ).toEqual([]);
  });

  it("say why a policy was skipped", () => {
    expect(skipOf(card, "4242 4242 4242 4241")).toBe("matches only values that `valid_as` or `min_entropy` rules out, once");
  });

  it("survive the wire", () => {
    const [located] = read("{ pattern: a, valid_as: [jwt, iban], min_entropy: 3.5 }").policies;
    expect(readPolicy(JSON.parse(JSON.stringify(toWirePolicy(located?.policy as never))))).toEqual({
      policy: located?.policy,
      diagnostics: [],
    });
  });
});

describe("the diagnostics of values", () => {
  it.each([
    [
      "{ pattern: a, valid_as: luhm }",
      'policy/invalid-value "match.valid_as" of A must be one or more of crc32_base62, bech32, jwt, base64_json, luhn, iban, not "luhm".',
    ],
    ["{ pattern: a, min_entropy: 9 }", 'policy/invalid-value "match.min_entropy" of A must be a number from 0 to 8, not 9.'],
    [
      "{ command: { program: rm }, min_entropy: 3 }",
      "policy/value-without-pattern The policy checks values with `valid_as` or `min_entropy`, but has no pattern whose matches contain them.",
    ],
  ])("of %s say what is wrong", (match, diagnostic) => {
    expect(read(match).diagnostics.map(({ code, message }) => `${code} ${message}`)).toContain(diagnostic);
  });
});
