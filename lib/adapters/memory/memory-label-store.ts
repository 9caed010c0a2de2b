import type { LabelStore, PageLabel } from "../../ports/label-store.ts";

/** Labels for as long as the process lasts; its size is their number. */
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
