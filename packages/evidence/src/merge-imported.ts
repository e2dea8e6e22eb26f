import type { SessionRecord } from "@precept/contract";

/**
 * Adds the records from a transcript to those that hooks wrote, by time, without what the hooks recorded too. Each list keeps its order:
 * times of a transcript are not reliable.
 */
export function mergeImported(recorded: readonly SessionRecord[], imported: readonly SessionRecord[]): readonly SessionRecord[] {
  const [first] = recorded;
  if (first === undefined || imported.length === 0) return recorded.length === 0 ? imported : recorded;
  const known = new Set(recorded.flatMap(keysOf));
  const added = imported.filter((record) => {
    const keys = keysOf(record);
    // Only hooks know what reached the agent once they run.
    if (keys.length === 0) return record.at < first.at;
    return keys.some((key) => !known.has(key));
  });
  return mergeByTime(recorded, added);
}

/** What identifies a record in both lists. Empty: it has no identity. */
function keysOf(record: SessionRecord): readonly string[] {
  switch (record.kind) {
    case "file":
      return record.tool_use === null ? [] : [`file ${record.tool_use}`];
    case "action":
      return [`action ${record.tool_use ?? record.sha256}`];
    case "decision":
      return record.tool_use === null ? [] : record.policies.map(({ id }) => `decision ${record.tool_use} ${id}`);
    case "receipt":
    case "turn":
      return [];
  }
}

function mergeByTime(recorded: readonly SessionRecord[], added: readonly SessionRecord[]): readonly SessionRecord[] {
  const merged: SessionRecord[] = [];
  let at = 0;
  for (const record of recorded) {
    for (let next = added[at]; next !== undefined && next.at < record.at; next = added[at]) {
      merged.push(next);
      at += 1;
    }
    merged.push(record);
  }
  return [...merged, ...added.slice(at)];
}
