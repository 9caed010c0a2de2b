import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import {
  INDEX_SUFFIX,
  type OpenOntology,
  openOntology,
  openOntologyFile,
} from "../../adapters/ontology/index/open-ontology.ts";
import { fail } from "../../errors.ts";

/** The folder of the indexes of `dowser ontology import`, under the current directory. */
export const ONTOLOGY_DIRECTORY = "ontologies";

/** Returns the file of an imported ontology in such a directory. */
export function indexFile(directory: string, name: string): string {
  return join(directory, `${name}${INDEX_SUFFIX}`);
}

/**
 * Lists the names of the ontologies imported into a directory, in alphabetical order; none when
 * there is no such directory.
 */
export function importedNames(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((file) => file.endsWith(INDEX_SUFFIX))
    .map((file) => basename(file, INDEX_SUFFIX))
    .toSorted();
}

/**
 * Opens the ontology of that name, imported into `ontologies/` of `baseDirectory`. Failing that, it
 * opens the file of that name, which is read into memory unless it is an index. A relative path
 * counts from `baseDirectory`.
 * @throws DowserError `unknown-ontology`, and the errors of reading the file
 */
export async function findOntology(
  nameOrFile: string,
  baseDirectory: string,
): Promise<OpenOntology> {
  const directory = join(baseDirectory, ONTOLOGY_DIRECTORY);
  const names = importedNames(directory);
  if (names.includes(nameOrFile)) return openOntology(indexFile(directory, nameOrFile));
  const path = resolve(baseDirectory, nameOrFile);
  if (!existsSync(path)) {
    const list = names.join(", ");
    const imported = list === "" ? "none is imported here" : `imported here: ${list}`;
    throw fail("unknown-ontology", { name: nameOrFile, imported });
  }
  return openOntologyFile(path);
}
