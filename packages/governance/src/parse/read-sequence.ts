import type { SequenceDocument } from "@precept/contract/policy";
import type { PolicySequence } from "../model/policy.ts";
import { readDuration } from "../model/duration.ts";
import { readMatch } from "./read-match.ts";

/** Translates `sequence` of a valid document. */
export function readSequence(written: SequenceDocument): PolicySequence {
  const { after, unless, count = 1, same, failed = false } = written;
  const within = readDuration(written.within ?? "");
  const per = readDuration(written.per ?? "");
  return {
    ...(after !== undefined && { after: readMatch(after) }),
    ...(within !== undefined && { within }),
    ...(unless !== undefined && { unless: readMatch(unless) }),
    count,
    ...(same !== undefined && { same }),
    failed,
    ...(per !== undefined && { per }),
  };
}
