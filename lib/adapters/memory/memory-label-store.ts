import type { LabelEntry, LabelStore } from "../../ports/label-store.ts";

/** Creates a label store in memory; its size is the number of labels. */
export function createMemoryLabelStore(): LabelStore {
  const given: LabelEntry[] = [];
  return {
    append: async (labels) => {
      given.push(...labels);
    },
    list: async () => [...given],
    size: async () => given.length,
  };
}
