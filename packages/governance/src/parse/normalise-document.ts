import { isRecord, type YamlValue } from "@precept/core";

export type YamlMapping = { [key: string]: YamlValue };

/**
 * Normalises a policy document before it is validated: trims and changes the case of keywords (`" quick_fix "` becomes
 * `QUICK_FIX`), converts numbers to strings for ids and versions, removes keys without a value, and joins the parts of
 * test texts (`{parts: [a, b]}`).
 */
export function normaliseDocument(document: YamlMapping): YamlMapping {
  return normaliseKeys(document, {
    id: toText,
    version: toText,
    category: toText,
    severity: toUpperCase,
    handler: toUpperCase,
    mode: toLowerCase,
    phase: (value) => (Array.isArray(value) ? value.map(toUpperCase) : toUpperCase(value)),
    match: normaliseMatch,
    sequence: (value) => normaliseSection(value, { after: normaliseMatch, unless: normaliseMatch, same: toLowerCase }),
    fix: (value) => normaliseSection(value, {}),
    soft_hooks: (value) => normaliseSection(value, { priority_boost_phase: toUpperCase }),
    tests: joinParts,
  });
}

export function isMapping(value: YamlValue | undefined): value is YamlMapping {
  return isRecord(value);
}

/** Normalises `match` and the blocks in it, whose depth was checked before. */
function normaliseMatch(value: YamlValue): YamlValue {
  const blocks = (list: YamlValue): YamlValue => (Array.isArray(list) ? list.map(normaliseMatch) : normaliseMatch(list));
  return normaliseSection(value, { valid_as: toLowerCases, all: blocks, any: blocks, absent: blocks });
}

type Normalisers = Readonly<Record<string, (value: YamlValue) => YamlValue>>;

function normaliseSection(value: YamlValue, normalisers: Normalisers): YamlValue {
  return isMapping(value) ? normaliseKeys(value, normalisers) : value;
}

function normaliseKeys(mapping: YamlMapping, normalisers: Normalisers): YamlMapping {
  const entries = Object.entries(mapping).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(
    entries.map(([key, value]) => [key, Object.hasOwn(normalisers, key) ? (normalisers[key]?.(value) ?? value) : value]),
  );
}

function toText(value: YamlValue): YamlValue {
  return typeof value === "number" ? String(value) : value;
}

function toUpperCase(value: YamlValue): YamlValue {
  return typeof value === "string" ? value.trim().toUpperCase() : value;
}

function toLowerCase(value: YamlValue): YamlValue {
  return typeof value === "string" ? value.trim().toLowerCase() : value;
}

function toLowerCases(value: YamlValue): YamlValue {
  return Array.isArray(value) ? value.map(toLowerCase) : toLowerCase(value);
}

function joinParts(value: YamlValue): YamlValue {
  if (Array.isArray(value)) return value.map(joinParts);
  if (!isMapping(value)) return value;
  const { parts } = value;
  if (Object.keys(value).length === 1 && Array.isArray(parts) && parts.every((part) => typeof part === "string")) {
    return parts.join("");
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, joinParts(item)]));
}

/** Returns the policy in `{rule: …}`, as a file can contain it. Returns a policy without such a key unchanged. */
export function unwrapPolicy(source: object): unknown {
  return "rule" in source && !("id" in source) ? source.rule : source;
}
