import { identityOf } from "@precept/files";
import type { Driver, DriverOptions } from "./driver.ts";
import { storeFailed } from "./failure.ts";

/**
 * Wraps a driver so that it rejects writes after its file was moved, deleted or replaced. SQLite would continue to write to the open file, and the
 * writes would be lost.
 */
export function guardFileIdentity(driver: Driver, options: Pick<DriverOptions, "path" | "store">): Driver {
  const opened = identityOf(options.path);
  return {
    ...driver,
    transaction: (work) =>
      driver.transaction(() => {
        if (identityOf(options.path) !== opened) {
          throw storeFailed(
            options,
            `"${options.path}" was moved, deleted or replaced while it was open; nothing was written. Open the store again`,
          );
        }
        return work();
      }),
  };
}
