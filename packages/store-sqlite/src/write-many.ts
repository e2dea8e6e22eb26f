import { PreceptError, type RuleWriteResult } from "@precept/core";
import type { Driver } from "./driver.ts";
import type { Written } from "./write.ts";

/**
 * Runs a write between `SAVEPOINT` and `RELEASE`. If the rule is rejected, only this write is rolled back.
 *
 * @throws any other error, such as a full disk. The transaction must then roll back.
 */
export function writeInSavepoint(driver: Driver, write: () => Written): RuleWriteResult {
  driver.exec("SAVEPOINT one_write");
  try {
    const written = write();
    driver.exec("RELEASE one_write");
    return written;
  } catch (error) {
    if (!PreceptError.is(error) || !error.code.startsWith("RULE_")) throw error;
    driver.exec("ROLLBACK TO one_write; RELEASE one_write");
    return { kind: "rejected", error };
  }
}
