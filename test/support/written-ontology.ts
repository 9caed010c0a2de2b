import { stringify as csv } from "csv-stringify/sync";
import { stringify as yaml } from "yaml";

/** A concept as a test thinks of it; `id` is a word of letters and digits. */
export interface SomeConcept {
  readonly id: string;
  readonly name: string;
  readonly synonyms: readonly string[];
  /** Ids. */
  readonly broader: readonly string[];
  readonly related: readonly string[];
}

/** A few concepts about bees, with characters that each format must escape. */
export const BEES: readonly SomeConcept[] = [
  { id: "B1", name: "Insects", synonyms: ["six-legs"], broader: [], related: ["B3"] },
  {
    id: "B2",
    name: "Honey bees & co.",
    synonyms: ['"Apis" <mellifera>', "Bienen, süße", "bee \\ {worker}", "Oh! a bee: #1"],
    broader: ["B1"],
    related: [],
  },
  { id: "B3", name: "蜂蜜", synonyms: ["honey 🍯", "it's"], broader: ["B1", "B2"], related: [] },
];

/** Returns the IRI of an id in SKOS. */
export const iriOf = (id: string): string => `http://hive.example/${id}`;

/** OBO 1.4; it knows no relatedness. */
export function writeObo(concepts: readonly SomeConcept[]): string {
  const escape = (text: string) => text.replaceAll(/[\\"!{}:]/gu, "\\$&");
  const stanzas = concepts.map(({ id, name, synonyms, broader }) =>
    [
      "[Term]",
      `id: ${id}`,
      `name: ${escape(name)} ! a comment`,
      ...synonyms.map((term) => `synonym: "${escape(term)}" EXACT [HIVE:1]`),
      ...broader.map((other) => `is_a: ${other} {source="x"} ! its name`),
      "",
    ].join("\n"),
  );
  return `format-version: 1.4\n\n${stanzas.join("\n")}`;
}

const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const SKOS = "http://www.w3.org/2004/02/skos/core#";

/** SKOS in RDF/XML. */
export function writeRdfXml(concepts: readonly SomeConcept[]): string {
  const escape = (text: string) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const elements = concepts.map(
    ({ id, name, synonyms, broader, related }) => `<skos:Concept rdf:about="${iriOf(id)}">
      <skos:prefLabel xml:lang="en">${escape(name)}</skos:prefLabel>
      ${synonyms.map((term) => `<skos:altLabel>${escape(term)}</skos:altLabel>`).join("\n")}
      ${broader.map((other) => `<skos:broader rdf:resource="${iriOf(other)}"/>`).join("\n")}
      ${related.map((other) => `<skos:related rdf:resource="${iriOf(other)}"/>`).join("\n")}
    </skos:Concept>`,
  );
  return `<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="${RDF}" xmlns:skos="${SKOS}">
    ${elements.join("\n")}\n</rdf:RDF>`;
}

/** SKOS in Turtle. */
export function writeTurtle(concepts: readonly SomeConcept[]): string {
  const quote = (text: string) => `"${text.replaceAll(/[\\"]/gu, "\\$&")}"`;
  const blocks = concepts.map(({ id, name, synonyms, broader, related }) =>
    [
      `<${iriOf(id)}> a skos:Concept`,
      `skos:prefLabel ${quote(name)}@en`,
      ...synonyms.map((term) => `skos:altLabel ${quote(term)}`),
      ...broader.map((other) => `skos:broader <${iriOf(other)}>`),
      ...related.map((other) => `skos:related <${iriOf(other)}>`),
    ].join(" ;\n  "),
  );
  return `@prefix skos: <${SKOS}> .\n${blocks.map((block) => `${block} .\n`).join("")}`;
}

/** A table; its terms must not hold `;` or `|`. */
export function writeCsv(concepts: readonly SomeConcept[]): string {
  return csv(
    concepts.map((concept) => ({
      ...concept,
      synonyms: concept.synonyms.join("; "),
      broader: concept.broader.join("|"),
      related: concept.related.join(" ; "),
    })),
    { header: true, columns: ["name", "synonyms", "broader", "related", "id"] },
  );
}

/** A list of mappings. */
export function writeYaml(concepts: readonly SomeConcept[]): string {
  return yaml(concepts);
}

/** MRCONSO.RRF; its terms must not hold `|`. */
export function writeTermRows(concepts: readonly SomeConcept[]): string {
  return concepts
    .flatMap(({ id, name, synonyms }) => [
      ...synonyms.map((term) => termRow({ id, term })),
      termRow({ id, term: name, isPreferred: true }),
    ])
    .join("");
}

/** A row of MRCONSO.RRF. */
export function termRow({
  id,
  term,
  isPreferred = false,
  language = "ENG",
  suppress = "N",
}: {
  readonly id: string;
  readonly term: string;
  readonly isPreferred?: boolean;
  readonly language?: string;
  readonly suppress?: string;
}): string {
  const status = isPreferred ? ["P", "L1", "PF", "S1", "Y"] : ["S", "L2", "VO", "S2", "N"];
  const rest = ["A1", "", "", "", "HIVE", "PT", "1", term, "0", suppress, ""];
  return `${[id, language, ...status, ...rest].join("|")}|\n`;
}

/** MRREL.RRF: each link from both of its ends. */
export function writeRelationRows(concepts: readonly SomeConcept[]): string {
  return concepts
    .flatMap(({ id, broader, related }) => [
      ...broader.flatMap((other) => [relationRow(id, "PAR", other), relationRow(other, "CHD", id)]),
      ...related.map((other) => relationRow(id, "RL", other)),
    ])
    .join("");
}

/** A row of MRREL.RRF. */
export function relationRow(
  first: string,
  relation: string,
  second: string,
  { name = "", suppress = "N" }: { readonly name?: string; readonly suppress?: string } = {},
): string {
  const ends = [first, "A1", "AUI", relation, second, "A2", "AUI", name];
  return `${[...ends, "R1", "", "HIVE", "HIVE", "", "", suppress, ""].join("|")}|\n`;
}
