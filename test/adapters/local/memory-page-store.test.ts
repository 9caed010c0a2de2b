import { memoryPageStore } from "../../../lib/adapters/local/memory-page-store.ts";
import { describePageStore } from "../../contract/page-store.ts";

describePageStore({
  name: "The store in memory",
  open: async () => memoryPageStore(),
  remove: async () => {},
});
