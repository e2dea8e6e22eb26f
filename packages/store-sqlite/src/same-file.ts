import { identityOf } from "@precept/files";
import type { Driver, DriverOptions } from "./driver.ts";
import { storeFailed } from "./failure.ts";

/**
 * A driver that refuses to write once its file was moved, deleted or replaced: SQLite would go on writing to the file that it has open, and a
 * write that was acknowledged would be in none that anybody finds.
 */
export function onSameFile(driver: Driver, options: Pick<DriverOptions, "path" | "store">): Driver {
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
