import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildPolicy, check } from "../../test/policies.ts";
import { toWirePolicy } from "../wire/policy.ts";
import { readPolicy } from "./read-policy.ts";

const minimal = { id: "A", severity: "LOW", message: "Broken." };
const read = (input: object) => readPolicy({ ...minimal, ...input });
const diagnosticsOf = (input: object) => read(input).diagnostics.map(({ code, hint = "" }) => `${code} ${hint}`.trim());

describe("a policy", () => {
  it("has defaults for everything except id, severity and message", () => {
    expect(read({}).policy).toEqual({
      id: "A",
      version: "1.0.0",
      severity: "LOW",
      category: "general",
      phases: [],
      match: {
        flags: "",
        unless: [],
        keywords: [],
        filePatterns: [],
        contextFilter: {},
        tools: [],
        input: [],
        commands: [],
        all: [],
        any: [],
        absent: [],
      },
      message: "Broken.",
      metadata: {},
      softHooks: { enabled: true, canBeIgnored: true, notifyOnIgnore: false, interceptors: [] },
      mode: "enforce",
      tests: { valid: [], invalid: [] },
      enabled: true,
    });
  });

  it("ignores keys without values", () => {
    const empty = { handler: null, fix: undefined, match: { pattern: null, flags: undefined }, soft_hooks: { enabled: null } };
    expect(read(empty)).toEqual(read({}));
  });

  it("is frozen", () => {
    const { policy } = read({ metadata: { deep: { a: 1 } } });
    expect(() => Object.assign(policy?.metadata["deep"] as object, { a: 2 })).toThrow(TypeError);
  });

  it("is normalised: keywords in any case and with spaces, numbers as versions, one value as a list", () => {
    expect(
      read({
        version: 2,
        severity: " critical",
        handler: "quick_fix ",
        phase: "review",
        mode: "Shadow",
        match: { keywords: "x" },
      }).policy,
    ).toMatchObject({
      version: "2",
      severity: "CRITICAL",
      action: "QUICK_FIX",
      phases: ["REVIEW"],
      mode: "shadow",
      match: { keywords: ["x"] },
    });
  });

  it("seed 2.1: with the handler VIOLATION has the action of its severity, with a diagnostic", () => {
    const { policy, diagnostics } = read({ handler: " VIOLATION " });
    expect(policy?.action).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: "policy/handler-violation", severity: "info" }]);
  });

  it("can have inline flags and Python group names, which are translated", () => {
    const { policy } = read({ match: { pattern: "(?i)(?P<q>['\"])x(?P=q) \\(?P<", flags: "s" } });
    expect(policy?.match).toMatchObject({ pattern: "(?<q>['\"])x\\k<q> \\(?P<", flags: "is" });
    expect(check([policy ?? buildPolicy()], 'a "X" (P<').violations).toHaveLength(1);
  });

  it("can have a list of alternative patterns", () => {
    const pattern = ["(?i)(a)b", "(?P<second>c)d", "e"];
    const { policy } = read({ match: { pattern }, fix: { replacement: "$1$<second>" } });
    expect(policy?.match).toMatchObject({ pattern: "(?:(a)b)|(?:(?<second>c)d)|(?:e)", flags: "i" });
    expect(check([policy ?? buildPolicy()], "AB cd E").violations.map(({ match, groups }) => [match, groups])).toEqual([
      ["AB", { 1: "A" }],
      ["cd", { 2: "c", second: "c" }],
      ["E", {}],
    ]);
    expect(read({ match: { pattern: ["x"] } }).policy?.match.pattern).toBe("x");
    expect(read({ match: { pattern: ["(a", "b)"] } })).toMatchObject({
      policy: undefined,
      diagnostics: [{ code: "policy/pattern-invalid" }, { code: "policy/pattern-invalid" }],
    });
    expect(diagnosticsOf({ match: { pattern: [] } })).toHaveLength(1);
    expect(diagnosticsOf({ match: { pattern: ["x", "\\b-rf"] } })).toHaveLength(1);
  });

  it.each([
    ["an invalid pattern", { match: { pattern: "(" } }, "policy/pattern-invalid"],
    ["\\A", { match: { pattern: "\\Ax" } }, "policy/pattern-dialect"],
    ["\\Z", { match: { pattern: "x\\Z" } }, "policy/pattern-dialect"],
    ["[:alpha:]", { match: { pattern: "[[:alpha:]]" } }, "policy/pattern-dialect"],
    ["\\p without u", { match: { pattern: "\\p{L}" } }, "policy/pattern-dialect"],
    ["\\b before a dash", { match: { pattern: "\\brm\\b[\\s\\S]*\\b-rf\\b" } }, "policy/pattern-dialect"],
    ["an invalid exception", { match: { pattern: "a", unless: "(" } }, "policy/pattern-invalid"],
    ["an exception in another dialect", { match: { pattern: "a", unless: ["\\Ab"] } }, "policy/pattern-dialect"],
    ["an exception that matches the empty string", { match: { pattern: "a", unless: ".*" } }, "policy/unless-all"],
    ["an exception without a pattern", { match: { unless: "b", file_patterns: "*.js" } }, "policy/unless-without-pattern"],
    ["a pattern that matches the empty string", { match: { pattern: "x*" } }, "policy/pattern-empty"],
    ["a fix with an unknown group", { match: { pattern: "(a)" }, fix: { replacement: "$2" } }, "policy/unknown-group"],
    ["a fix with an unknown group name", { match: { pattern: "(?<a>a)" }, fix: { replacement: "$<b>" } }, "policy/unknown-group"],
    ["a fix without a pattern", { fix: { replacement: "x" } }, "policy/fix-without-pattern"],
    ["an unknown group in a message", { match: { pattern: "(a)" }, message: "{2}" }, "policy/unknown-placeholder"],
    ["a misspelled placeholder", { message: "{mach}" }, "policy/unknown-placeholder"],
    ["an unknown letter case", { match: { pattern: "(a)" }, message: "{1:snake}" }, "policy/unknown-placeholder"],
    ["a glob with too many expansions", { match: { file_patterns: "{a,b}".repeat(11) } }, "glob/too-complex"],
  ])("is reported for %s", (_, input, code) => {
    const { diagnostics, policy } = read(input);
    expect(diagnostics.map((one) => one.code)).toEqual([code]);
    expect(policy === undefined).toBe(diagnostics[0]?.severity === "error");
  });

  it.each([
    ["escaped characters", { match: { pattern: "\\\\A \\p{L}", flags: "u" } }],
    [
      "known groups and names",
      { match: { pattern: "(a)(?<n>b)" }, fix: { replacement: "$2$<n>$&$$" }, message: "{1} {n} {match} {id}" },
    ],
    ["code in a message", { message: "Use `{ a: 1 }` or {anything}" }],
    ["metadata in a message", { message: "{metric_threshold}", metadata: { metric_threshold: 50 } }],
  ])("is accepted with %s", (_, input) => {
    expect(diagnosticsOf(input)).toEqual([]);
  });

  it("can have test texts in parts, also in hook payloads", () => {
    const parts = { parts: ["AK", "IA"] };
    const { policy } = read({
      tests: { invalid: [parts, { text: parts }, { hook_event_name: "Stop", last_assistant_message: parts }] },
    });
    expect(policy?.tests.invalid).toEqual([
      { kind: "text", text: "AKIA" },
      { kind: "text", text: "AKIA" },
      { kind: "hook", payload: { hook_event_name: "Stop", last_assistant_message: "AKIA" } },
    ]);
  });

  it.each([[null], ["text"], [[]], [7]])("cannot be read from %j", (value) => {
    expect(readPolicy(value)).toMatchObject({ policy: undefined, diagnostics: [{ code: "policy/not-a-policy" }] });
  });

  it("survives a round trip over the wire with any content", () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const words = fc.array(word, { minLength: 1, maxLength: 3 });
    const document = fc.record(
      {
        id: fc.stringMatching(/^[A-Z]-\d{1,3}$/),
        severity: fc.constantFrom("CRITICAL", "HIGH", "MEDIUM", "LOW"),
        message: word,
        version: fc.constantFrom("1.0.0", "2"),
        handler: fc.constantFrom("TERMINATE", "QUICK_FIX", "LOG_ONLY", "SOFT_HOOK"),
        category: word,
        phase: fc.oneof(fc.constant("REVIEW"), fc.uniqueArray(fc.constantFrom("ANALYSIS", "TEST"), { minLength: 1 })),
        match: fc.record(
          {
            pattern: word,
            flags: fc.constantFrom("", "i", "im"),
            unless: fc.oneof(words, fc.constantFrom("(?i)a+", "(?s)^#.*")),
            keywords: words,
            file_patterns: words,
            context_filter: fc.dictionary(word, word),
          },
          { requiredKeys: ["pattern"] },
        ),
        suggestion: word,
        fix: fc.record({ replacement: word, max_fixes: fc.integer({ min: 1, max: 9 }) }, { requiredKeys: ["replacement"] }),
        // JSON has no -0.
        metadata: fc.dictionary(
          word,
          fc.json().map((text): unknown => JSON.parse(text.replaceAll("-0", "0"))),
        ),
        soft_hooks: fc.record(
          {
            enabled: fc.boolean(),
            can_be_ignored: fc.boolean(),
            priority_boost_phase: fc.constant("REVIEW"),
            interceptors: fc.array(fc.record({ config: fc.record({ threshold: fc.integer({ min: 1, max: 9 }) }) })),
          },
          { requiredKeys: [] },
        ),
        mode: fc.constantFrom("enforce", "shadow"),
        tests: fc.record({
          valid: fc.array(word),
          invalid: fc.array(fc.record({ text: word, file: word }, { requiredKeys: ["text"] })),
        }),
        enabled: fc.boolean(),
      },
      { requiredKeys: ["id", "severity", "message", "match"] },
    );
    fc.assert(
      fc.property(document, (input) => {
        const { policy } = readPolicy(input);
        expect(policy).toBeDefined();
        expect(readPolicy(JSON.parse(JSON.stringify(policy && toWirePolicy(policy)))).policy).toEqual(policy);
      }),
    );
  });
});
