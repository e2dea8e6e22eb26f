/** Converts a vector to the bytes of its 32-bit floats, little-endian. */
export function blobOf(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(vector.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of vector.entries()) view.setFloat32(index * 4, value, true);
  return bytes;
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Copies a vector from its bytes into a row of a matrix. The bytes need not be aligned. */
export function readVector(blob: Uint8Array, matrix: Float32Array, start: number): void {
  if (isLittleEndian) {
    new Uint8Array(matrix.buffer, matrix.byteOffset + start * 4, blob.byteLength).set(blob);
    return;
  }
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  for (let index = 0; index < blob.byteLength / 4; index += 1) matrix[start + index] = view.getFloat32(index * 4, true);
}
