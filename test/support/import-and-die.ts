import { importOntology } from "../../lib/adapters/ontology/index/import-ontology.ts";

/** A program that imports a file into an index, and is killed once facts were stored. */
const [path = "", file = ""] = process.argv.slice(2);

await importOntology({ path, format: undefined, file }, ({ facts }) => {
  if (facts > 0) process.kill(process.pid, "SIGKILL");
});
