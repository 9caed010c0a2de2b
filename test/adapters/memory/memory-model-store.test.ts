import { createMemoryModelStore } from "../../../lib/adapters/memory/memory-stores.ts";
import { describeModelStore } from "../../contract/model-store.ts";

describeModelStore("MemoryModelStore", createMemoryModelStore);
