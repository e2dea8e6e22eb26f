import { Random } from "@precept/testing/random";
import { describe, expect, it } from "vitest";
import { differenceOf } from "./agresti-caffo.ts";
import { meanDifference, studentQuantile } from "./case-differences.ts";
import { correctedDifference, correctedRate, isUsableJudge } from "./judge.ts";
import { runsNeeded } from "./runs-needed.ts";

const repeats = 2000;

/** How many of some runs succeed. */
function draw(random: Random, of: number, share: number): { readonly count: number; readonly of: number } {
  return { of, count: Array.from({ length: of }, () => random.chance(share)).filter(Boolean).length };
}

/** The share of seeded repeats whose interval contains a value. */
function coverage(value: number, interval: (random: Random) => { readonly low: number; readonly high: number }): number {
  const random = new Random(7);
  const holding = Array.from({ length: repeats }, () => interval(random)).filter(
    ({ low, high }) => low <= value && value <= high,
  );
  return holding.length / repeats;
}

describe("the interval of a difference of two shares", () => {
  it("has the values of Agresti and Caffo", () => {
    const { value, low, high } = differenceOf({ count: 18, of: 20 }, { count: 9, of: 20 });
    expect([value, low, high].map((one) => one.toFixed(4))).toEqual(["0.4500", "0.1564", "0.6618"]);
    expect(differenceOf({ count: 0, of: 0 }, { count: 0, of: 0 }).low).toBeLessThan(-0.6);
  });

  it.each([
    [5, 0.9, 0.2],
    [10, 0.9, 0.5],
    [20, 0.8, 0.6],
    [50, 0.3, 0.1],
  ])("holds the true difference for %d runs an arm, with shares %d and %d", (of, left, right) => {
    const found = coverage(left - right, (random) => differenceOf(draw(random, of, left), draw(random, of, right)));
    expect(found).toBeGreaterThanOrEqual(0.93);
  });
});

describe("the interval of the mean difference of several cases", () => {
  it("holds the true mean, when cases differ", () => {
    const found = coverage(0.3, (random) => {
      const cases = Array.from({ length: 8 }, () => {
        const without = 0.1 + 0.4 * random.next();
        const effect = 0.1 + 0.4 * random.next();
        return draw(random, 10, without + effect).count / 10 - draw(random, 10, without).count / 10;
      });
      return meanDifference(cases);
    });
    expect(found).toBeGreaterThanOrEqual(0.93);
    expect(found).toBeLessThanOrEqual(0.98);
  });

  it("uses the quantiles of Student's t distribution", () => {
    expect([1, 4, 30, 40, 60, 120].map((freedom) => studentQuantile(freedom).toFixed(3))).toEqual([
      "12.706",
      "2.776",
      "2.042",
      "2.021",
      "2.000",
      "1.980",
    ]);
  });
});

it("knows how many runs an effect needs", () => {
  // The exact numbers of runs for a power of 80 %, by enumeration.
  const exact = { 0.75: 48, 0.7: 62, 0.6: 82, 0.4: 98, 0.1: 62 };
  for (const [without, runs] of Object.entries(exact)) {
    expect(Math.abs(runsNeeded(Number(without)) - runs)).toBeLessThanOrEqual(1);
  }
  expect([runsNeeded(0.5, 0.4), runsNeeded(0.45, 0.5)]).toEqual([20, 12]);
});

describe("the corrected rate of a judge", () => {
  it.each([
    [0.95, 0.95, 50],
    [0.9, 0.8, 100],
    [0.8, 0.7, 200],
  ])("holds the true rate for a sensitivity of %d, a specificity of %d and %d labels", (sensitivity, specificity, labels) => {
    const found = coverage(0.9, (random) => {
      const accuracy = {
        sensitivity: draw(random, labels / 2, sensitivity),
        specificity: draw(random, labels / 2, specificity),
      };
      return correctedRate(draw(random, 50, 0.9 * sensitivity + 0.1 * (1 - specificity)), accuracy);
    });
    expect(found).toBeGreaterThanOrEqual(0.94);
  });

  it("corrects a difference, which a judge with errors makes smaller", () => {
    const [sensitivity, specificity, labels] = [0.9, 0.8, 100];
    const found = coverage(0.5, (random) => {
      const accuracy = {
        sensitivity: draw(random, labels / 2, sensitivity),
        specificity: draw(random, labels / 2, specificity),
      };
      const judged = (share: number) => draw(random, 40, share * sensitivity + (1 - share) * (1 - specificity));
      return correctedDifference(judged(0.8), judged(0.3), accuracy);
    });
    expect(found).toBeGreaterThanOrEqual(0.93);
    expect(found).toBeLessThanOrEqual(0.98);
  });

  it("is refused for a judge that guesses", () => {
    const half = { count: 50, of: 100 };
    expect(isUsableJudge({ sensitivity: half, specificity: half })).toBe(false);
    expect(isUsableJudge({ sensitivity: { count: 90, of: 100 }, specificity: half })).toBe(true);
  });
});
