import { hosts } from "@precept/mdc-compat/hooks";
import { describe, expect, it } from "vitest";
import { hostIds } from "../host-ids.ts";
import { createHookProject } from "../../test/hook-project.ts";
import { detectHost } from "./detect-host.ts";

const tests = hostIds.map((host) => ({ host, ruleTest: hosts[host].ruleTest }));

describe("the test that an agent has a rule", () => {
  it.each(tests)("is the agent itself, if it was run with its hooks: $host", ({ host, ruleTest }) => {
    expect(ruleTest.kind === "agent").toBe("release" in hosts[host].trial);
  });

  it.each(tests.flatMap(({ host, ruleTest }) => (ruleTest.kind === "payload" ? [{ host, payload: ruleTest.payload }] : [])))(
    "is a payload of the agent whose answer contains the rule: $host",
    async ({ host, payload }) => {
      const { run } = await createHookProject();
      const { stdout, exitCode } = await run(payload, host);
      expect(detectHost(payload, host)).toBe(host);
      expect(stdout).toContain("Be careful.");
      expect(exitCode).toBe(0);
    },
  );

  it.each(tests.filter(({ ruleTest }) => ruleTest.kind === "export"))(
    "is a rule file only if no event of the agent takes context: $host",
    ({ host }) => {
      expect(Object.values(hosts[host].events).filter(({ inject }) => inject === true)).toEqual([]);
    },
  );
});
