/** Returns where the built console is. The bundle of the command line replaces this module. */
export function consoleUrl(): string {
  return import.meta.resolve("@precept/console/console.json");
}
