import { createMemoryRecordStore } from "../../../lib/adapters/memory/memory-record-store.ts";
import { describeRecordStore } from "../../contract/record-store.ts";

describeRecordStore("MemoryRecordStore", createMemoryRecordStore);
