/** Most other runs that a run is compared with at once: more curves cannot be told apart. */
export const MOST_COMPARED = 4;
