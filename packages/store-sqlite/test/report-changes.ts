import { createSqliteStore } from "../src/store.ts";

// Reports each change of a database as JSON until it is killed: `report-changes.ts PATH`.

const [path = ""] = process.argv.slice(2);
const store = createSqliteStore({ path, watch: true, pollMs: 2 });
store.subscribe((event) => {
  if (event.kind !== "state") process.send?.(JSON.stringify(event));
});
process.send?.(await store.etag());
// Keeps the process alive, which the store does not.
process.on("message", () => undefined);
