import type { YamlValue } from "@precept/core";

type YamlMapping = { [key: string]: YamlValue };

/**
 * A copy of what was written, with what people write loosely as the schema has it: words with a fixed meaning in their case and without spaces
 * around them, numbers where names are meant. The parts of a text that must not stand in a file as a whole are joined: `{parts: [a, b]}`.
 */
export function tidyPolicy(written: YamlMapping): YamlMapping {
  return mapKeys(written, {
    id: toText,
    version: toText,
    category: toText,
    severity: upper,
    handler: upper,
    mode: lower,
    phase: (value) => (Array.isArray(value) ? value.map(upper) : upper(value)),
    match: (value) => mapIn(value, {}),
    fix: (value) => mapIn(value, {}),
    soft_hooks: (value) => mapIn(value, { priority_boost_phase: upper }),
    tests: joinParts,
  });
}

export function isMapping(value: YamlValue | undefined): value is YamlMapping {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapIn(value: YamlValue, by: Readonly<Record<string, (value: YamlValue) => YamlValue>>): YamlValue {
  return isMapping(value) ? mapKeys(value, by) : value;
}

/** Keys without a value are as good as absent. */
function mapKeys(mapping: YamlMapping, by: Readonly<Record<string, (value: YamlValue) => YamlValue>>): YamlMapping {
  const entries = Object.entries(mapping).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries.map(([key, value]) => [key, Object.hasOwn(by, key) ? (by[key]?.(value) ?? value) : value]));
}

function toText(value: YamlValue): YamlValue {
  return typeof value === "number" ? String(value) : value;
}

function upper(value: YamlValue): YamlValue {
  return typeof value === "string" ? value.trim().toUpperCase() : value;
}

function lower(value: YamlValue): YamlValue {
  return typeof value === "string" ? value.trim().toLowerCase() : value;
}

function joinParts(value: YamlValue): YamlValue {
  if (Array.isArray(value)) return value.map(joinParts);
  if (!isMapping(value)) return value;
  const { parts } = value;
  if (Object.keys(value).length === 1 && Array.isArray(parts) && parts.every((part) => typeof part === "string"))
    return parts.join("");
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, joinParts(item)]));
}
