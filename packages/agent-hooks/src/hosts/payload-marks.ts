import { hookEventKindOf } from "@precept/governance";

type Payload = { readonly [key: string]: unknown };

/** Whether a payload has all of these keys. */
export function hasKeys(payload: Payload, ...keys: readonly string[]): boolean {
  return keys.every((key) => Object.hasOwn(payload, key));
}

/** Whether a payload has none of these keys. */
export function lacksKeys(payload: Payload, ...keys: readonly string[]): boolean {
  return keys.every((key) => !Object.hasOwn(payload, key));
}

/** Whether the value under a key is one of these. */
export function hasValue(payload: Payload, key: string, ...values: readonly string[]): boolean {
  const value = payload[key];
  return typeof value === "string" && values.includes(value);
}

/** Whether the value under a key is the name of a known hook event. */
export function namesEvent(payload: Payload, key: string): boolean {
  const value = payload[key];
  return typeof value === "string" && hookEventKindOf(value) !== "other";
}

/** Whether a payload names its event as Claude Code does: `hook_event_name`, in PascalCase. */
export function hasClaudeShape(payload: Payload): boolean {
  const name = payload["hook_event_name"];
  return typeof name === "string" && /^[A-Z]/.test(name);
}
