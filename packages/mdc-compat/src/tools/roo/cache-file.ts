/** Extensions of cache files: https://github.com/RooCodeInc/Roo-Code/blob/main/src/core/prompts/sections/custom-instructions.ts */
const extensions =
  ".DS_Store .bak .cache .crdownload .db .dmp .dump .eslintcache .lock .log .old .part .partial .pyc .pyo .stackdump .swo .swp .temp .tmp".split(
    " ",
  );

/** Whether Roo Code ignores a file in its rule directories because it is a cache, log or temporary file. */
export function isCacheFile(path: string): boolean {
  return extensions.some((extension) => path.endsWith(extension));
}
