import { expect, it } from "vitest";
import { completeOptions } from "./options.ts";

const url = "postgres://ada:secret@localhost/rules";

it.each([
  [{ url: "ada:secret@localhost" }, "url"],
  [{ url, schema: "Rules" }, "schema"],
  [{ url, schema: "a; drop" }, "schema"],
  [{ url, pollMs: 0 }, "pollMs"],
  [{ url, maxConnections: 0 }, "maxConnections"],
  [{ url, maxConnections: 1.5 }, "maxConnections"],
  [{ url, maxWaiting: -1 }, "maxWaiting"],
  [{ url, statementTimeoutMs: Number.NaN }, "statementTimeoutMs"],
])("%j is rejected, and the error names %s and no password", (options, name) => {
  expect(() => completeOptions(options)).toThrow(
    expect.objectContaining({
      code: "OPTION_VALUE_INVALID",
      details: expect.objectContaining({ option: name }),
      message: expect.not.stringContaining("secret"),
    }),
  );
});

it("has defaults", () => {
  expect(completeOptions({ url })).toMatchObject({
    id: "postgres",
    schema: "precept",
    watch: false,
    readOnly: false,
    prepare: true,
    pollMs: 1000,
    maxConnections: 8,
    maxWaiting: 1000,
    statementTimeoutMs: 10_000,
  });
});
