import type { SessionType } from "@precept/contract/values";
import type { Cancellable } from "@precept/core";
import type { ContextCache } from "./context-cache.ts";

/** Options of loading the agent context of a directory. */
export interface LoadContextOptions<Type extends SessionType = SessionType> extends Cancellable {
  /** Who sees the context. There is no default: a shared session must not get the agent's memory by mistake. */
  readonly sessionType: Type;
  /** Default: a random UUID. */
  readonly sessionId?: string;
  /** What to do if a required file is missing: `write` creates it, `memory` only uses its template. Default `write`. */
  readonly create?: "write" | "memory";
  /** Returns the current time, which selects the daily notes. Default: the system's clock. */
  readonly now?: () => Date;
  /** The IANA time zone of the daily notes, such as `Europe/Berlin`. Default: the system's. */
  readonly timeZone?: string | undefined;
  /** The maximum length of one file, in characters (UTF-16 code units). Default 20,000. */
  readonly maxFileCharacters?: number | undefined;
  /** The maximum length of all files together, in characters (UTF-16 code units), in load order. Default 100,000. */
  readonly maxCharacters?: number | undefined;
  /** Whether not to read a link's real path. Default: if it is named like a credentials file, such as `.env`. */
  readonly isPrivate?: (path: string) => Promise<boolean>;
  /** Holds the last good texts of the files, for each session type separately. Default: a cache of the process. */
  readonly cache?: ContextCache;
}
