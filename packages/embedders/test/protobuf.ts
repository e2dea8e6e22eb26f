/** A field of a protobuf message: its number and its value. Numbers are varints; all other values have a length. */
export type Field = readonly [number, number | string | Uint8Array];

/** Encodes a protobuf message. */
export function encodeMessage(...fields: readonly Field[]): Uint8Array {
  return Buffer.concat(fields.map(([number, value]) => encodeField(number, value)));
}

function encodeField(number: number, value: number | string | Uint8Array): Uint8Array {
  if (typeof value === "number") return Buffer.concat([encodeVarint(number * 8), encodeVarint(value)]);
  const bytes = Buffer.from(value as string);
  return Buffer.concat([encodeVarint(number * 8 + 2), encodeVarint(bytes.length), bytes]);
}

function encodeVarint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}
