import { createMemoryModelStore } from "../../../../peers/commands/compare/memory-stores.ts";
import { describeModelStore } from "../../../contract/model-store.ts";

describeModelStore("MemoryModelStore", createMemoryModelStore);
