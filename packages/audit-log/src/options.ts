import type { Root } from "@precept/files";
import type { MaskOptions } from "./mask.ts";

/** When a log starts a new file. The conditions can be combined. */
export interface RotationOptions {
  /** The maximum size of a file, in bytes. Default 16 MiB. */
  readonly bytes?: number;
  /** Whether the first entry of each day, in UTC, starts a new file. Default false. */
  readonly daily?: boolean;
}

export interface AuditLogOptions {
  /** The directory of the logs, absolute or relative to the current directory. The first entry creates it. */
  readonly dir: string;
  /** Confines file access, also through links. Default: the directory itself. */
  readonly within?: Root;
  /** The name of the log in errors. Default `audit`. */
  readonly id?: string;
  /** The clock. Default: the system clock. */
  readonly now?: () => Date;
  /**
   * What an acknowledged entry survives. `full`: a power failure. `normal`: a crash of the process, and a power failure
   * some seconds later. Default `full`.
   */
  readonly durability?: "full" | "normal";
  /** What to mask before writing, in addition to values that look like secrets. */
  readonly mask?: MaskOptions;
  readonly rotation?: RotationOptions;
  /** The number of full files to retain. Default: all. */
  readonly keep?: number;
}

export const defaultRotation = 16_777_216;
