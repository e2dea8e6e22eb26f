import { openBetterSqlite3 } from "../src/better-sqlite3.ts";

// A program that locks a database for some time.

const [, , path = ""] = process.argv;
const driver = openBetterSqlite3({ path, readOnly: false, busyTimeoutMs: 5000, store: "test" });
driver.exec("BEGIN IMMEDIATE");
process.send?.("locked");
setTimeout(() => {
  driver.exec("COMMIT");
  driver.close();
  process.disconnect();
}, 300);
