import { runBuf } from "./reference/memory-service.ts";

// Checks the .proto file of the memory service: its style, its comments, and that no change breaks a client.

runBuf(["lint"]);
runBuf(["breaking", "--against", "baseline"]);
console.log("The .proto file is valid, and compatible with existing clients.");
