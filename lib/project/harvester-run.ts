/** The function that harvests: its memory, and the longest time that it may run. */
export const HARVESTER_RUN = { memoryMb: 512, timeoutSeconds: 600 } as const;
