import { DowserError } from "../errors.ts";

/** The error of a file of a run that is there and cannot be what was written, or is gone. */
export function damagedRun(file: string, fault: string, cause?: unknown): DowserError {
  return new DowserError(`${file} ${fault}`, {
    code: "run-damaged",
    reaction: "stop-crawl",
    value: file,
    hint: "put the file back from a copy of the run's directory, or crawl into another one with --out",
    cause,
  });
}
