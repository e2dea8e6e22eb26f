import { createHash } from "node:crypto";

/** The id of the policy of the project, whose violations are advice. */
export const advicePolicy = "ADVICE-001";

/** The file with the policy. */
export const adviceFile = `id: ${advicePolicy}
severity: LOW
category: style
match:
  pattern: TODO
message: Resolve the open task.
tests:
  valid: [done]
  invalid: [TODO]
`;

/** A text that violates the policy. */
export const adviceText = "TODO";

/** The fingerprint of the violation in the text: of the policy, no file, the match, and no equal matches before it. */
export const adviceFingerprint: string = createHash("sha256").update(`${advicePolicy}\0\0${adviceText}\u00000`).digest("hex");

let registrations = 0;

/**
 * A policy that the project does not have, with an id of its own: a client cannot replace the policy of another one.
 */
export function createNewPolicy(): object {
  registrations += 1;
  return { ...newPolicy, id: `NEW-1${registrations}` };
}

/** A policy that the project does not have. */
export const newPolicy = {
  id: "NEW-001",
  severity: "LOW",
  category: "style",
  match: { pattern: "FIXME" },
  message: "Fix it.",
  tests: { valid: ["done"], invalid: ["FIXME"] },
};
