import type { CachedRobots, RobotsCache } from "../../lib/ports/robots-cache.ts";

/** Returns a robots cache that lasts as long as the process. */
export function memoryRobotsCache(): RobotsCache {
  const cached = new Map<string, CachedRobots>();
  return {
    get: async (origin) => cached.get(origin),
    async put(origin, robots) {
      cached.set(origin, robots);
    },
  };
}
