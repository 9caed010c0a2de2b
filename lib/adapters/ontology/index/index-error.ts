import { DowserError } from "../../../errors.ts";

/** The error of an index that cannot be looked up; `fault` is the rest of a sentence. */
export function indexUnusable(file: string, fault: string, cause?: unknown): DowserError {
  return new DowserError(`${file} ${fault}`, {
    code: "ontology-index-unusable",
    reaction: "fix-config",
    value: file,
    hint: "import the ontology again: dowser ontology import FILE --name NAME",
    cause,
  });
}

/** An error of SQLite in reading an index, told as one of that file; any other is returned as it is. */
export function readError(file: string, error: unknown): unknown {
  return isSqliteError(error)
    ? indexUnusable(file, `cannot be read: ${error.message}`, error)
    : error;
}

/** An error of SQLite in writing an index, most often a full disk; any other is returned as it is. */
export function writeError(directory: string, error: unknown): unknown {
  if (!isSqliteError(error)) return error;
  return new DowserError(`the index cannot be written: ${error.message}`, {
    code: "file-trouble",
    reaction: "stop-crawl",
    value: directory,
    hint: `make room on the disk, or get the right to write in ${directory}; then import again`,
    cause: error,
  });
}

/** `errcode` is SQLite's result code, which `node:sqlite` puts on its errors. */
function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && "errcode" in error;
}
