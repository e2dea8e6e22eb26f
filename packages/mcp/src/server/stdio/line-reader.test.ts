import * as fc from "fast-check";
import { expect, it } from "vitest";
import { LineReader } from "./line-reader.ts";

it("**Property** yields the same lines however the input is cut into chunks, and only the ends of those that are too long", () => {
  const line = fc.oneof(
    fc.uint8Array({ max: 255, maxLength: 40 }),
    fc.integer({ min: 900, max: 3000 }).map((length) => new Uint8Array(length).fill(120)),
  );
  fc.assert(
    fc.property(
      fc.array(line.map((bytes) => Buffer.from(bytes).filter((byte) => byte !== 0x0a))),
      fc.array(fc.nat(1500)),
      (lines, cuts) => {
        const input = Buffer.concat(lines.flatMap((bytes) => [Buffer.from(bytes), Buffer.from("\n")]));
        const reader = new LineReader(1000);
        const found = [];
        for (let at = 0; at < input.length;) {
          const length = (cuts.shift() ?? 64 * 1024) + 1;
          found.push(...reader.read(input.subarray(at, at + length)));
          at += length;
        }
        expect(
          found.map((one) =>
            one.kind === "line" ? one.bytes.toString("latin1") : [one.start.toString("latin1"), one.end.toString("latin1")],
          ),
        ).toEqual(
          lines.map((bytes) => {
            const text = Buffer.from(bytes).toString("latin1");
            return text.length <= 1000 ? text : [text.slice(0, 512), text.slice(-512)];
          }),
        );
      },
    ),
  );
});
