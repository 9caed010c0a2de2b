import { createMemoryLabelStore } from "../../../../peers/commands/compare/memory-stores.ts";
import { describeLabelStore } from "../../../contract/label-store.ts";

describeLabelStore("The store in memory", createMemoryLabelStore);
