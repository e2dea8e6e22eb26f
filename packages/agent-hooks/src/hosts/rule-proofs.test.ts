import { describe, expect, it } from "vitest";
import { hostIds } from "../host-ids.ts";
import { createHookProject } from "../../test/hook-project.ts";
import { detectHost } from "./detect-host.ts";
import { hosts } from "./hosts.ts";
import { ruleProofs } from "./rule-proofs.ts";

const proofs = hostIds.map((host) => ({ host, proof: ruleProofs[host] }));

describe("the proof that an agent has a rule", () => {
  it.each(proofs)("is the agent itself, if it was run with its hooks: $host", ({ host, proof }) => {
    expect(proof.kind === "agent").toBe("release" in hosts[host].trial);
  });

  it.each(proofs.flatMap(({ host, proof }) => (proof.kind === "payload" ? [{ host, payload: proof.payload }] : [])))(
    "is a payload of the agent whose answer contains the rule: $host",
    async ({ host, payload }) => {
      const { run } = await createHookProject();
      const { stdout, exitCode } = await run(payload, host);
      expect(detectHost(payload, host)).toBe(host);
      expect(stdout).toContain("Be careful.");
      expect(exitCode).toBe(0);
    },
  );

  it.each(proofs.filter(({ proof }) => proof.kind === "export"))(
    "is a rule file only if no event of the agent takes context: $host",
    ({ host }) => {
      expect(Object.values(hosts[host].events).filter(({ inject }) => inject === true)).toEqual([]);
    },
  );
});
