import type { Content } from "./link-pool.ts";
import type { TopicMix } from "./prose.ts";

/** A department with its courses and people. */
export interface Department {
  readonly name: string;
  /** Folder of its pages, with a slash at both ends. */
  readonly folder: string;
  readonly mix: TopicMix;
  readonly courses: readonly Content[];
  readonly people: readonly Person[];
  /** Pages in the style of the 1990s. */
  readonly legacy: boolean;
}

/** Someone who works in a department. */
export interface Person {
  readonly name: string;
  readonly target: string;
}
