import type { ReadLocation } from "../../model/tool-reads.ts";
import { agents } from "./codec.ts";

/** Describes single files that a tool reads as plain text, unless another codec is given. */
export function named(names: readonly string[], options: Partial<ReadLocation> = {}): ReadLocation {
  return { dir: "", files: names, codec: agents, ...options };
}
