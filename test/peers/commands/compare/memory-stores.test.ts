import { createMemoryRunLog } from "../../../../peers/commands/compare/memory-stores.ts";
import { describeRunLog } from "../../../contract/run-log.ts";

describeRunLog("The log in memory", async () => createMemoryRunLog());
