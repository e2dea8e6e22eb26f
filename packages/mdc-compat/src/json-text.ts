// Editing JSON with comments as text, so that everything else in a file stays as it is

export { insertText, removeInsertions, type EditedText, type Insertion } from "./json-text/edited-text.ts";
export { insertChild, insertRoot } from "./json-text/insert-json.ts";
export {
  childrenOf,
  findMember,
  holderOf,
  isProblem,
  locationOf,
  nodeAt,
  listExtras,
  parseJsonDocument,
  type JsonExtra,
  rangeOf,
  valueOf,
  type Container,
  type JsonDocument,
  type JsonPath,
  type TextProblem,
} from "./json-text/json-document.ts";
export { removeNodes } from "./json-text/remove-nodes.ts";
