import * as fc from "fast-check";
import { Random } from "@precept/testing/random";
import { describe, expect, it } from "vitest";
import { EventQueue } from "./event-queue.ts";
import { measuredConstants } from "./measured-constants.ts";
import { Processors } from "./processors.ts";
import { assignProjects } from "./projects.ts";
import { simulate } from "./simulate.ts";

describe("the simulation", () => {
  it("runs events in the order of their times, and those of the same time, whatever the order in which they were added", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { maxLength: 200 }), (delays) => {
        const events = new EventQueue();
        const ran: number[] = [];
        for (const delay of delays) events.add(delay, () => ran.push(events.now));
        events.runUntil(1000);
        expect(ran).toEqual(delays.toSorted((left, right) => left - right));
      }),
    );
  });

  it("lets tasks wait for a free processor", () => {
    const events = new EventQueue();
    const processors = new Processors(events, 2);
    const ends: number[] = [];
    for (let task = 0; task < 5; task += 1) processors.work(10, () => ends.push(events.now));
    processors.workTogether(20, () => ends.push(events.now));
    events.runUntil(100);
    expect(ends).toEqual([10, 10, 20, 20, 30, 40]);
    expect(processors.busyMs).toBe(70);
  });

  it("gives all requests to some server, and more servers to projects that are used more", () => {
    for (const routing of ["any", "by project"] as const) {
      const loads = assignProjects({ servers: 8, projects: 200, routing, sampled: 8 }, new Random(1));
      expect(loads.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
      for (const { share } of loads) expect(share).toBeLessThan(0.3);
    }
  });

  it("has the same result for a seed, and another one for another", () => {
    const scenario = { servers: 3, rules: 30_000, routing: "by project", databases: 1, seed: 7 } as const;
    const outcome = simulate(scenario, measuredConstants);
    expect(simulate(scenario, measuredConstants)).toEqual(outcome);
    expect(simulate({ ...scenario, seed: 8 }, measuredConstants)).not.toEqual(outcome);
    // As measured with three servers.
    expect(outcome.answerMs).toBeLessThan(50);
    expect(outcome.visibleMs).toBeLessThan(100);
  });
});
