import type { LabelStore, PageLabel } from "../../ports/label-store.ts";

/** Creates a label store in memory; its size is the number of labels. */
export function createMemoryLabelStore(): LabelStore {
  const given: PageLabel[] = [];
  return {
    append: async (labels) => {
      given.push(...labels);
    },
    list: async () => [...given],
    size: async () => given.length,
  };
}
