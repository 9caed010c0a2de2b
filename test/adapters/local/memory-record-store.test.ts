import { createMemoryRecordStore } from "../../../lib/adapters/local/memory-record-store.ts";
import { describeRecordStore } from "../../contract/record-store.ts";

describeRecordStore("MemoryRecordStore", createMemoryRecordStore);
