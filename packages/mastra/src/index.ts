export { rulesProcessor, type RulesProcessor } from "./rules-processor.ts";
export type { RulesProcessorOptions } from "./options.ts";
