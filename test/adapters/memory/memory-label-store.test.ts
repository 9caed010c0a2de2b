import { createMemoryLabelStore } from "../../../lib/adapters/memory/memory-stores.ts";
import { describeLabelStore } from "../../contract/label-store.ts";

describeLabelStore("The store in memory", createMemoryLabelStore);
