/** Nothing can be edited in a snapshot, so it does not contain the editor. */
export function createEditor(): never {
  throw new Error("A snapshot cannot be edited.");
}
