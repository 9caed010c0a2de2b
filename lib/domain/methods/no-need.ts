import type { Need } from "./strategy.ts";

/** An empty need. */
export const NO_NEED: Need = {
  topic: undefined,
  concepts: undefined,
  good: [],
  bad: [],
  seen: [],
  examplePage: undefined,
  paths: undefined,
  pathModel: undefined,
  files: undefined,
  detect: undefined,
  threshold: undefined,
};
