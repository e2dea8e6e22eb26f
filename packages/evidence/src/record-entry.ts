// What writers need, without the schemas that readers load.
export { createReceipt, type DeliveredRules, type DeliveryOrigin } from "./receipt.ts";
export { RecordQueue } from "./record-queue.ts";
export { isRecorded, recordInSession } from "./record.ts";
