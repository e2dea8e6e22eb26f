import type { Json } from "@precept/contract/values";
import { isRecord } from "../model/json.ts";

/** Whether a value meets a condition: `{in: […]}`, `{not: condition}`, or a value to be equal to. */
export function meetsCondition(condition: Json, value: Json | undefined): boolean {
  if (isRecord(condition)) {
    const { in: allowed, not: excluded, ...others } = condition;
    if (Object.keys(others).length === 0 && (allowed !== undefined || excluded !== undefined)) {
      const isAllowed = allowed === undefined || (Array.isArray(allowed) && allowed.some((one) => equals(one, value)));
      return isAllowed && (excluded === undefined || !meetsAny(excluded, value));
    }
  }
  return equals(condition, value);
}

/** For `{not: [a, b]}`: whether the value meets one of the conditions. */
function meetsAny(condition: Json, value: Json | undefined): boolean {
  return Array.isArray(condition) ? condition.some((one) => meetsCondition(one, value)) : meetsCondition(condition, value);
}

function equals(left: Json, right: Json | undefined): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item: Json, index) => equals(item, right[index] as Json));
  }
  if (!isRecord(left) || right === undefined || !isRecord(right)) return false;
  const keys = Object.keys(left);
  return keys.length === Object.keys(right).length && keys.every((key) => equals(left[key] ?? null, right[key]));
}
