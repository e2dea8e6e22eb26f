// The stores know no dialect, so none is a dependency; real files are read with the real codecs all the same.
export { anyDialect, cursor, mdc, precept, ruleLocations } from "../../../mdc-compat/src/index.ts";
