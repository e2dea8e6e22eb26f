/** Takes the place of the client of the memory service, which no page calls: its protocol would be most of the bundle. */
export function createMemoryClient(): never {
  throw new Error("The console does not call the memory service.");
}
