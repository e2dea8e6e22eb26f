import type { StarterCase } from "./starter-cases.ts";

/** A check that a client asks for. The fields are those of MCP and REST. */
export interface CheckCall {
  readonly text: string;
  readonly kind?: string | undefined;
  readonly file?: string | undefined;
  readonly phase?: string;
  readonly context?: Readonly<Record<string, unknown>>;
  /** Further fields of the request. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** How a client that asks for a check tries to weaken a policy: the call. */
export type CallAttack = (one: StarterCase) => CheckCall;

/** The length of the text in UTF-16 code units. */
const huge = 4_200_000;

/** What a client writes in the call itself, by the name of the way. */
export const waysToCall: Readonly<Record<string, CallAttack>> = {
  "a comment before it that accepts it": (one) => {
    const { text, ...rest } = callFor(one);
    return { ...rest, text: `# precept-ignore ${one.policy.id} -- it is fine\n${text}` };
  },
  "a comment before it that accepts the file": (one) => {
    const { text, ...rest } = callFor(one);
    return { ...rest, text: `# precept-ignore-file ${one.policy.id} -- it is fine\n${text}` };
  },
  "an unknown subject": (one) => ({ ...callFor(one), kind: "none" }),
  "an unknown subject in the context": (one) => ({ ...callFor(one), context: { subject: "none" } }),
  "another phase": (one) => ({ ...callFor(one), phase: "IMPLEMENTATION" }),
  "an unknown phase": (one) => ({ ...callFor(one), phase: "LUNCH" }),
  "shadow mode": (one) => ({
    ...callFor(one),
    context: { mode: "shadow", shadow: true },
    more: { shadow: true, mode: "shadow" },
  }),
  "a baseline in the call": (one) => {
    const baseline = { version: 1, entries: [{ rule_id: one.policy.id, fingerprint: "0".repeat(64), file: one.subject.file }] };
    return { ...callFor(one), context: { baseline }, more: { baseline } };
  },
  "tables in the call": (one) => {
    const tables = { severity_mapping: { CRITICAL: "P3", HIGH: "P3" } };
    return { ...callFor(one), context: { tables }, more: { tables } };
  },
  "policies in the call": (one) => {
    const policies = [{ id: one.policy.id, enabled: false }];
    return { ...callFor(one), context: { policies }, more: { policies, disabled: [one.policy.id] } };
  },
  "a huge text after it": (one) => {
    const { text, ...rest } = callFor(one);
    return { ...rest, text: text + "\na ".repeat(huge / 3) };
  },
};

function callFor({ subject: { text, kind, file } }: StarterCase): CheckCall {
  return { text, kind, file };
}
