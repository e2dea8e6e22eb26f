export {
  evalAgentSchema,
  evalCaseSchema,
  evalDefaultsSchema,
  evalExamplesSchema,
  evalJudgeSchema,
  modelProtocols,
  type EvalAgentDocument,
  type EvalCaseDocument,
  type EvalDefaultsDocument,
  type EvalExamplesDocument,
  type EvalJudgeDocument,
  type ModelProtocol,
} from "./case-schema.ts";
