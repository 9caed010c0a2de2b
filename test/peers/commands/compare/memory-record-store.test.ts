import { createMemoryRecordStore } from "../../../../peers/commands/compare/memory-stores.ts";
import { describeRecordStore } from "../../../contract/record-store.ts";

describeRecordStore("MemoryRecordStore", createMemoryRecordStore);
