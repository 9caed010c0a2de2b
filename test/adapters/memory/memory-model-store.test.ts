import { createMemoryModelStore } from "../../../lib/adapters/memory/memory-model-store.ts";
import { describeModelStore } from "../../contract/model-store.ts";

describeModelStore("MemoryModelStore", createMemoryModelStore);
