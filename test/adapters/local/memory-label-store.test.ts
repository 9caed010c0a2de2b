import { createMemoryLabelStore } from "../../../lib/adapters/local/memory-label-store.ts";
import { describeLabelStore } from "../../contract/label-store.ts";

describeLabelStore("The store in memory", createMemoryLabelStore);
