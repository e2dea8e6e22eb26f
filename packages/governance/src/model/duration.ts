import { durationPattern } from "@precept/contract/values";

const units = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Reads a duration such as `30m` (`s`, `m`, `h`, `d`), in milliseconds. Undefined if it is not one. */
export function readDuration(written: string): number | undefined {
  const [, amount, unit] = durationPattern.exec(written) ?? [];
  return unit === undefined ? undefined : Number(amount) * units[unit as keyof typeof units];
}

/** Writes a duration with the largest unit that divides it. @param milliseconds a whole number of seconds. */
export function writeDuration(milliseconds: number): string {
  const [unit, length] = Object.entries(units).findLast(([, one]) => milliseconds % one === 0) ?? ["s", 1000];
  return `${milliseconds / length}${unit}`;
}
