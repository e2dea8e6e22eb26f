import { isRecord, type Json } from "../model/json.ts";

/** Whether a value is what a condition asks for: `{in: […]}` and `{not: condition}` are conditions; anything else is the value itself. */
export function meetsCondition(condition: Json, value: Json | undefined): boolean {
  if (isRecord(condition)) {
    const { in: choices, not: unwanted, ...others } = condition;
    if (Object.keys(others).length === 0 && (choices !== undefined || unwanted !== undefined)) {
      const chosen = choices === undefined || (Array.isArray(choices) && choices.some((choice) => equals(choice, value)));
      return chosen && (unwanted === undefined || !meetsAny(unwanted, value));
    }
  }
  return equals(condition, value);
}

/** `{not: [a, b]}` is none of them. */
function meetsAny(condition: Json, value: Json | undefined): boolean {
  return Array.isArray(condition) ? condition.some((one) => meetsCondition(one, value)) : meetsCondition(condition, value);
}

function equals(left: Json, right: Json | undefined): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item: Json, position) => equals(item, right[position] as Json));
  }
  if (!isRecord(left) || right === undefined || !isRecord(right)) return false;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => equals(left[key] ?? null, right[key]));
}
