import { toWirePolicy, type Policy } from "@precept/governance";

/** How a client that registers policies tries to weaken another one: what it registers. */
export type RegisteredAttack = (policy: Policy) => object | string;

/** Larger than a policy file may be. */
const tooLong = 1_100_000;

const newest = { version: "99.0.0" };

/** What a client registers, by the name of the way. All of it must be refused. */
export const waysToRegister: Readonly<Record<string, RegisteredAttack>> = {
  "the same id": ({ id }) => harmless({ id, version: "1.0.0" }),
  "a higher version": ({ id }) => harmless({ id }),
  "another letter case": ({ id }) => harmless({ id: id.toLowerCase() }),
  "a look-alike of the id": ({ id }) => harmless({ id: id.replace("-", "\u2010") }),
  "shadow mode": (policy) => ({ ...toWirePolicy(policy), ...newest, mode: "shadow" }),
  "enabled: false": (policy) => ({ ...toWirePolicy(policy), ...newest, enabled: false }),
  "another phase": (policy) => ({ ...toWirePolicy(policy), ...newest, phase: "TEST" }),
  "a milder handler": (policy) => ({ ...toWirePolicy(policy), ...newest, handler: "SOFT_HOOK" }),
  "an unknown subject": ({ id }) => harmless({ id, match: { pattern: "zzz", context_filter: { subject: "none" } } }),
  "an exception for everything": ({ id }) => harmless({ id, match: { pattern: "zzz", unless: ["yyy|[^z]"] } }),
  "an interrupted pattern": ({ id }) => harmless({ id, match: { pattern: "(a+)+$" }, tests: {} }),
  "tables of its own": ({ id }) => ({ ...harmless({ id }), tables: { severity_mapping: { CRITICAL: "P3" } } }),
  "a document that is too large": ({ id }) => harmless({ id, message: "m".repeat(tooLong) }),
  "the second document of a file": ({ id }) => `${JSON.stringify(harmless({ id }))}\n---\n${JSON.stringify(harmless({ id }))}`,
};

/** What a client may register, which must have no effect on other policies. */
export const waysToAdd: Readonly<Record<string, RegisteredAttack>> = {
  "a policy that redacts everything": ({ id }) => matchesAll(id, { metadata: { redact: true } }),
  "a policy that removes the text": ({ id }) => matchesAll(id, { handler: "QUICK_FIX", fix: { replacement: "" } }),
  "a policy in shadow mode for the same texts": ({ id }) => matchesAll(id, { mode: "shadow" }),
};

/** Returns a policy that never matches a common text. */
export function harmless(more: Readonly<Record<string, unknown>>): object {
  return {
    ...newest,
    severity: "LOW",
    message: "m",
    match: { pattern: "zzzzzz" },
    tests: { invalid: ["zzzzzz"] },
    ...more,
  };
}

function matchesAll(id: string, more: Readonly<Record<string, unknown>>): object {
  return { id: `ADDED-${id}`, version: "1.0.0", severity: "LOW", message: "m", match: { pattern: ".+" }, ...more };
}
