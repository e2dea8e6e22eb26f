import { identityOf } from "@precept/files";
import type { Driver, DriverOptions } from "./driver.ts";
import { storeFailed } from "./failure.ts";

/** A driver that knows whether its file is still at its path. */
export interface GuardedDriver extends Driver {
  /**
   * @param consequence what the caller does not do in that case, for the message.
   * @throws PreceptError `STORE_FAILED` if the file was moved, deleted or replaced.
   */
  assertSameFile(consequence: string): void;
}

/**
 * Wraps a driver so that it rejects writes after its file was moved, deleted or replaced. SQLite would continue to
 * write to the open file, and the writes would be lost.
 */
export function guardFileIdentity(driver: Driver, options: Pick<DriverOptions, "path" | "store">): GuardedDriver {
  const opened = identityOf(options.path);
  const assertSameFile = (consequence: string): void => {
    if (identityOf(options.path) === opened) return;
    const reason = `"${options.path}" was moved, deleted or replaced while it was open; ${consequence}. Open the store again`;
    throw storeFailed(options, reason);
  };
  return {
    ...driver,
    assertSameFile,
    transaction: (work) =>
      driver.transaction(() => {
        assertSameFile("nothing was written");
        return work();
      }),
  };
}
