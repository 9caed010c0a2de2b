import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { OntologyFormat } from "../ontology-format.ts";
import { readOntology } from "../read-ontology.ts";
import {
  buildOntologyIndex,
  type ImportProgress,
  type ImportReport,
} from "./build-ontology-index.ts";

/** What is imported, into which index. */
export interface OntologyImport {
  /** File, or folder for UMLS. */
  readonly path: string;
  /** By content and name if not said. */
  readonly format: OntologyFormat | undefined;
  /** The index; one that is there is replaced when the new one is whole. */
  readonly file: string;
}

/** An index being built, beside the one it will replace: `mesh.sqlite.4711.part`, with the id of the process. */
const PART = /\.(\d+)\.part$/;

/**
 * Imports an ontology into an index file: all of it, or nothing, however the import ends.
 * @throws DowserError `ontology-empty`, `ontology-format-unknown`, `ontology-unreadable`
 */
export async function importOntology(
  { path, format, file }: OntologyImport,
  onProgress?: ImportProgress,
): Promise<ImportReport> {
  mkdirSync(dirname(file), { recursive: true });
  removeAbandoned(dirname(file));
  const part = `${file}.${process.pid}.part`;
  rmSync(part, { force: true });
  try {
    const report = await buildFile(part, path, format, onProgress);
    sync(part);
    renameSync(part, file);
    return report;
  } finally {
    rmSync(part, { force: true });
  }
}

async function buildFile(
  part: string,
  path: string,
  format: OntologyFormat | undefined,
  onProgress: ImportProgress | undefined,
): Promise<ImportReport> {
  const database = new DatabaseSync(part);
  try {
    // Half a file is thrown away, so that no journal need be kept.
    database.exec(
      "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE",
    );
    return await buildOntologyIndex(
      database,
      readOntology(path, format),
      basename(path),
      onProgress,
    );
  } finally {
    database.close();
  }
}

function sync(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Takes away what imports left that were killed. */
function removeAbandoned(directory: string): void {
  for (const name of readdirSync(directory)) {
    const [, pid] = PART.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(join(directory, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 only asks whether the process is there (kill(2)).
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
