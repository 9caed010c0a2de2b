import type { RobotsShelf, ShelvedRobots } from "../../lib/ports/robots-shelf.ts";

/** A shelf for as long as the process lasts. */
export function memoryRobotsShelf(): RobotsShelf {
  const shelved = new Map<string, ShelvedRobots>();
  return {
    get: async (origin) => shelved.get(origin),
    async put(origin, robots) {
      shelved.set(origin, robots);
    },
  };
}
