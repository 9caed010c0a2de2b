import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Concept } from "../../../domain/ontology/concept.ts";
import { spokenKey, termKey } from "../../../domain/ontology/term-keys.ts";
import type { Ontology } from "../../../ports/ontology.ts";
import { closestReader } from "./sqlite-closest.ts";

/** What a key finds: terms, terms in the order of speech, and ids, which stand for names. */
const FIND = `
SELECT found.concept, found.text = concept.name AS is_name FROM (
  SELECT concept, text FROM term WHERE key = :key
  UNION ALL SELECT concept, text FROM term WHERE spoken = :key
  UNION ALL SELECT id, name FROM concept WHERE key = :key
) AS found JOIN concept ON concept.id = found.concept ORDER BY concept.ref`;

/** An ontology over a database filled by `buildOntologyIndex`. */
export function createSqliteOntology(database: DatabaseSync): Ontology {
  const conceptOf = conceptReader(database);
  const numbers = database.prepare("SELECT id FROM concept WHERE ref = ?");
  const find = database.prepare(FIND);
  const closest = closestReader(database);
  return {
    async find(term) {
      const rows = [termKey(term), spokenKey(term) ?? ""]
        .map((key) => (key === "" ? [] : find.all({ key })))
        .find((found) => found.length > 0);
      if (rows === undefined) return [];
      const named = rows.filter((row) => row["is_name"] === 1);
      const ids = new Set((named.length > 0 ? named : rows).map((row) => Number(row["concept"])));
      return Array.from(ids, conceptOf);
    },
    async get(ids) {
      return ids.flatMap((id) => numbers.all(id).map((row) => conceptOf(Number(row["id"]))));
    },
    async closest(term, limit) {
      return closest(term, limit);
    },
  };
}

function conceptReader(database: DatabaseSync): (id: number) => Concept {
  const concept = database.prepare("SELECT ref, name FROM concept WHERE id = ?");
  const terms = database.prepare("SELECT text FROM term WHERE concept = ?");
  const linked = (sql: string) =>
    database.prepare(`SELECT ref AS text FROM (${sql}) JOIN concept USING (id) ORDER BY ref`);
  const broader = linked("SELECT other AS id FROM broader WHERE concept = ?");
  const narrower = linked("SELECT concept AS id FROM broader WHERE other = ?");
  const related = linked("SELECT other AS id FROM related WHERE concept = ?");
  const texts = (statement: StatementSync, id: number) =>
    statement.all(id).map((row) => String(row["text"]));
  return (id) => {
    const row = concept.get(id);
    const name = String(row?.["name"]);
    return {
      id: String(row?.["ref"]),
      name,
      synonyms: texts(terms, id).filter((term) => term !== name),
      broader: texts(broader, id),
      narrower: texts(narrower, id),
      related: texts(related, id),
    };
  };
}
