import { type DowserError, fail } from "../errors.ts";

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
