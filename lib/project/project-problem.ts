/** Faults of a project file, and the known name that is nearest to what it says. */
import leven from "leven";
import { type DowserError, fail } from "../errors.ts";

/** Longest text compared, in UTF-16 units: no key is similar to a longer one. */
const MAX_COMPARED = 80;

/**
 * Returns the option with the smallest edit distance, if at most half of the text would have to
 * change.
 */
export function nearest(text: string, options: readonly string[]): string | undefined {
  return nearestFew(text, options, Math.max(1, Math.floor(text.length / 2)))[0];
}

/** Returns the options within an edit distance, the nearest first. */
export function nearestFew(text: string, options: readonly string[], limit: number): string[] {
  if (text.length > MAX_COMPARED) return [];
  const lower = text.toLowerCase();
  return options
    .map((option) => ({
      option,
      distance: leven(lower, option.toLowerCase(), { maxDistance: limit + 1 }),
    }))
    .filter(({ distance }) => distance <= limit)
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ option }) => option);
}

/** Something wrong in a project file. */
export interface ProjectProblem {
  /** Position, in UTF-16 units from the start of the file. */
  readonly offset: number;
  /** Keys and list positions from the root; empty when the file as a whole is meant. */
  readonly path: readonly PropertyKey[];
  /** The fault, the value found, and the value that was expected. */
  readonly message: string;
}

/** Most problems listed; a file with more was never meant as a project. */
const MAX_LISTED = 50;

/** Makes the error that lists every problem, each as `file:line:column key: fault`. */
export function badProject(
  fileName: string,
  text: string,
  problems: readonly ProjectProblem[],
): DowserError {
  const listed = problems
    .toSorted((a, b) => a.offset - b.offset)
    .slice(0, MAX_LISTED)
    .map((problem) => `${fileName}:${position(text, problem.offset)} ${sentence(problem)}`);
  if (problems.length > MAX_LISTED) listed.push(`and ${problems.length - MAX_LISTED} more`);
  return fail("bad-project", { problems: listed.join("\n"), value: listed });
}

/** Writes a path as people write it: `seeds.urls[0]`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) =>
      typeof key === "number" ? `[${key}]` : `${index === 0 ? "" : "."}${String(key)}`,
    )
    .join("");
}

function sentence({ path, message }: ProjectProblem): string {
  return path.length === 0 ? message : `${pathText(path)}: ${message}`;
}

function position(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `${before.length}:${(before.at(-1) ?? "").length + 1}`;
}
