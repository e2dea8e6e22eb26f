/** What systems and programs leave behind: https://github.com/RooCodeInc/Roo-Code/blob/main/src/core/prompts/sections/custom-instructions.ts */
const endings =
  ".DS_Store .bak .cache .crdownload .db .dmp .dump .eslintcache .lock .log .old .part .partial .pyc .pyo .stackdump .swo .swp .temp .tmp".split(
    " ",
  );

/** Whether Roo Code passes over a file of its rule directories. */
export function isCacheFile(path: string): boolean {
  return endings.some((ending) => path.endsWith(ending));
}
