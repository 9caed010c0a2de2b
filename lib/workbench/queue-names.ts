/** The orders in which pages are judged, as the page shows them. */
export const QUEUES = [
  "uncertain",
  "likely",
  "random",
  "search",
  "disagreements",
  "second",
] as const;

export type QueueName = (typeof QUEUES)[number];
