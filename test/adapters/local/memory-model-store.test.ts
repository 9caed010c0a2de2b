import { createMemoryModelStore } from "../../../lib/adapters/local/memory-model-store.ts";
import { describeModelStore } from "../../contract/model-store.ts";

describeModelStore("MemoryModelStore", createMemoryModelStore);
