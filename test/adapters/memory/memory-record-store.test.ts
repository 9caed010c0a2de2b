import { createMemoryRecordStore } from "../../../lib/adapters/memory/memory-stores.ts";
import { describeRecordStore } from "../../contract/record-store.ts";

describeRecordStore("MemoryRecordStore", createMemoryRecordStore);
