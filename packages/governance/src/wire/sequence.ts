import type { SequenceDocument } from "@precept/contract/policy";
import type { PolicySequence } from "../model/policy.ts";
import { writeDuration } from "../model/duration.ts";
import { toWireMatch } from "./match.ts";

/** Converts `sequence` to its document. `readSequence` reads it back as the same sequence. */
export function toWireSequence({ after, within, unless, count, same, failed, per }: PolicySequence): SequenceDocument {
  return {
    ...(after !== undefined && { after: toWireMatch(after) }),
    ...(within !== undefined && { within: writeDuration(within) }),
    ...(unless !== undefined && { unless: toWireMatch(unless) }),
    count,
    ...(same !== undefined && { same }),
    failed,
    ...(per !== undefined && { per: writeDuration(per) }),
  };
}
