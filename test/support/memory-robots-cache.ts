import type { CachedRobots, RobotsCache } from "../../lib/ports/robots-cache.ts";

/** A shelf for as long as the process lasts. */
export function memoryRobotsCache(): RobotsCache {
  const cached = new Map<string, CachedRobots>();
  return {
    get: async (origin) => cached.get(origin),
    async put(origin, robots) {
      cached.set(origin, robots);
    },
  };
}
