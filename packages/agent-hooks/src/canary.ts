/**
 * A command that no shell knows and that hooks always deny, before any policy. `precept doctor` sends it through the
 * installed hooks to prove that they stop a tool call.
 */
export const canaryCommand = "precept-canary-5d1f0c7a";

/** Whether a command is exactly the {@link canaryCommand} of `precept doctor`. It is denied and not audited. */
export function isCanary(command: string): boolean {
  return command.trim() === canaryCommand;
}
