import type { HookFields } from "../model/host-spec.ts";

export function hasKeys(payload: HookFields, ...keys: readonly string[]): boolean {
  return keys.every((key) => Object.hasOwn(payload, key));
}

export function lacksKeys(payload: HookFields, ...keys: readonly string[]): boolean {
  return keys.every((key) => !Object.hasOwn(payload, key));
}

export function hasValue(payload: HookFields, key: string, ...values: readonly string[]): boolean {
  const value = payload[key];
  return typeof value === "string" && values.includes(value);
}

/** Whether the value under a key is the name of a known hook event. */
export function namesEvent(payload: HookFields, key: string, isEvent: (name: string) => boolean): boolean {
  const value = payload[key];
  return typeof value === "string" && isEvent(value);
}

/** Whether a payload names its event as Claude Code does: `hook_event_name`, in PascalCase. */
export function hasClaudeShape(payload: HookFields): boolean {
  const name = payload["hook_event_name"];
  return typeof name === "string" && /^[A-Z]/.test(name);
}
