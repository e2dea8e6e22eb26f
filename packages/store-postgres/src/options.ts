import { PreceptError } from "@precept/core";

export interface PostgresStoreOptions {
  /**
   * The connection, as `postgres://user:password@host:5432/database`. `?sslmode=require` encrypts it. Several hosts separated
   * by commas are tried in order.
   */
  readonly url: string;
  /** The id of the store. Default `postgres`. */
  readonly id?: string;
  /** The schema of the tables, which is created if it is missing. Default `precept`. */
  readonly schema?: string;
  /** The clock for `createdAt` and `updatedAt`. Default: the system clock. */
  readonly now?: () => Date;
  /** Whether to notify subscribers of writes by other servers without a `reload`. Default false. */
  readonly watch?: boolean;
  /**
   * The longest time after which a write of another server is found if its notification was lost, in milliseconds.
   * Default 1000.
   */
  readonly pollMs?: number;
  /** Rejects writes, without the capabilities `write`, `usage` and `transactions`. Default false. */
  readonly readOnly?: boolean;
  /**
   * Whether the store searches by words itself. Without it, the rulebook searches in its memory, also by meaning. Default
   * true.
   */
  readonly search?: boolean;
  /** The maximum number of connections, without the one that listens. Default 8. */
  readonly maxConnections?: number;
  /** The maximum number of calls that wait for a connection. Others fail with a retryable `STORE_FAILED`. Default 1000. */
  readonly maxWaiting?: number;
  /** The maximum time of a statement and of waiting for a connection, in milliseconds. Default 10,000. */
  readonly statementTimeoutMs?: number;
  /**
   * Whether to use prepared statements. A pooler in transaction mode may need `false`. Default true.
   */
  readonly prepare?: boolean;
  /** Receives errors of listeners. Default: errors are ignored. */
  readonly onListenerError?: (error: unknown) => void;
}

type OptionWithoutDefault = "onListenerError";

export type CompleteOptions = Required<Omit<PostgresStoreOptions, OptionWithoutDefault>> &
  Pick<PostgresStoreOptions, OptionWithoutDefault>;

const maxTimeout = 2 ** 31;

/** Fills in the defaults. @throws PreceptError `OPTION_VALUE_INVALID`, without the password of the URL. */
export function completeOptions(options: PostgresStoreOptions): CompleteOptions {
  const { url, schema = "precept", pollMs = 1000, maxConnections = 8, maxWaiting = 1000, statementTimeoutMs = 10_000 } = options;
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw invalid("url", "a text without postgres://", "postgres://user@host:5432/database");
  // As a part of statements and of the name of a channel.
  if (!/^[a-z_][a-z0-9_]{0,47}$/.test(schema)) {
    throw invalid("schema", schema, "lower case letters, digits and _, at most 48, not beginning with a digit");
  }
  if (!(pollMs > 0 && pollMs < maxTimeout)) throw invalid("pollMs", String(pollMs), "milliseconds, more than 0");
  if (!isCount(maxConnections)) throw invalid("maxConnections", String(maxConnections), "a whole number, 1 or more");
  if (!isCount(maxWaiting)) throw invalid("maxWaiting", String(maxWaiting), "a whole number, 1 or more");
  if (!isCount(statementTimeoutMs))
    throw invalid("statementTimeoutMs", String(statementTimeoutMs), "whole milliseconds, 1 or more");
  return {
    id: "postgres",
    now: () => new Date(),
    watch: false,
    readOnly: false,
    prepare: true,
    search: true,
    ...options,
    schema,
    pollMs,
    maxConnections,
    maxWaiting,
    statementTimeoutMs,
  };
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value < maxTimeout;
}

function invalid(option: string, value: string, expected: string): PreceptError {
  return new PreceptError("OPTION_VALUE_INVALID", { option, value, expected });
}
