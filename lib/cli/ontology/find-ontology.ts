import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import {
  loadOntology,
  type OpenOntology,
  openOntology,
} from "../../adapters/ontology/index/open-ontology.ts";
import { DowserError } from "../../errors.ts";

/** Where `dowser ontology import` puts its indexes, under the current directory. */
export const ONTOLOGY_DIRECTORY = "ontologies";

const INDEX_SUFFIX = ".sqlite";

/** The file of an imported ontology in such a directory. */
export function indexFile(directory: string, name: string): string {
  return join(directory, `${name}${INDEX_SUFFIX}`);
}

/** Names of the ontologies imported into a directory, in alphabetical order; none where it is not there. */
export function importedNames(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((file) => file.endsWith(INDEX_SUFFIX))
    .map((file) => basename(file, INDEX_SUFFIX))
    .toSorted();
}

/**
 * Opens the ontology of that name, imported into `ontologies/` of `baseDirectory`; failing that the file, which is read into memory unless it is an index.
 * A relative path counts from `baseDirectory`.
 * @throws DowserError `unknown-ontology`, and what reading the file throws
 */
export async function findOntology(
  nameOrFile: string,
  baseDirectory: string,
): Promise<OpenOntology> {
  const directory = join(baseDirectory, ONTOLOGY_DIRECTORY);
  const names = importedNames(directory);
  if (names.includes(nameOrFile)) return openOntology(indexFile(directory, nameOrFile));
  const path = resolve(baseDirectory, nameOrFile);
  if (!existsSync(path)) throw unknownOntology(nameOrFile, names);
  return path.endsWith(INDEX_SUFFIX) ? openOntology(path) : await loadOntology(path);
}

function unknownOntology(nameOrFile: string, known: readonly string[]): DowserError {
  return new DowserError(`no ontology and no file is called ${nameOrFile}`, {
    code: "unknown-ontology",
    reaction: "fix-config",
    value: nameOrFile,
    mend: [
      known.length === 0 ? "none is imported here" : `imported here: ${known.join(", ")}`,
      "import one: dowser ontology import FILE --name NAME",
    ].join("; "),
  });
}
