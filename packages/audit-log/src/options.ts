import type { Root } from "@precept/files";
import type { MaskOptions } from "./mask.ts";

/** When a log goes on in a new file. Both may be asked for. */
export interface RotationOptions {
  /** Before the file would have more bytes than this. Default 16 MiB. */
  readonly bytes?: number;
  /** With the first entry of each day, in UTC. Default false. */
  readonly daily?: boolean;
}

export interface AuditLogOptions {
  /** Where the logs are, absolute or relative to the current directory. It is made with the first entry. */
  readonly dir: string;
  /** What the directory may not leave, by links neither. Default: the directory itself. */
  readonly within?: Root;
  /** What failures call the log. Default `audit`. */
  readonly id?: string;
  /** The clock. Default: the system's. */
  readonly now?: () => Date;
  /**
   * What an entry has survived once it is acknowledged. `full`: a power failure; `normal`: a crash of the process, and a power failure some seconds
   * later. Default `full`.
   */
  readonly durability?: "full" | "normal";
  /** What is made unreadable before it is written, beside what looks like a secret anyway. */
  readonly mask?: MaskOptions;
  readonly rotation?: RotationOptions;
  /** How many full files are kept beside the current one. Default: all. */
  readonly keep?: number;
}

export const defaultRotation = 16_777_216;
