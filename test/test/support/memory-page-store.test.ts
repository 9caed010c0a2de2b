import { describePageStore } from "../../contract/page-store.ts";
import { memoryPageStore } from "../../support/memory-page-store.ts";

describePageStore({
  name: "The store in memory",
  open: async () => memoryPageStore(),
  remove: async () => {},
});
