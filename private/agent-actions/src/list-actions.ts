import type { Action, AgentAction } from "./agent-action.ts";
import { idOf, readActions } from "./read-actions.ts";
import { secretFormats } from "./secrets/formats.ts";

/** All actions: dangerous ones, and their harmless twins. */
export const agentActions: readonly AgentAction[] = [...readActions(), ...listSecrets()];

/** Each kind of secret, written to a file, and a similar text without a secret. */
function listSecrets(): readonly AgentAction[] {
  const shared = { kind: "secret", starter: "secrets" };
  return secretFormats.flatMap(({ name, secret, harmless }) => {
    const id = idOf("secret", name);
    return [
      { ...shared, id, dangerous: true, action: write(secret) },
      { ...shared, id: `${id}-twin`, twin: id, dangerous: false, action: write(harmless) },
    ];
  });
}

function write(content: string): Action {
  return { type: "write", path: "src/settings.conf", content };
}
