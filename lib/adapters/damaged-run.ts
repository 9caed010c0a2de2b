import { DowserError } from "../errors.ts";

/** Creates the error of a run's file that is missing, or that differs from what was written. */
export function damagedRun(file: string, fault: string, cause?: unknown): DowserError {
  return new DowserError(`${file} ${fault}`, {
    code: "run-damaged",
    reaction: "stop-crawl",
    value: file,
    hint: "put the file back from a copy of the run's directory, or crawl into another one with --out",
    cause,
  });
}
