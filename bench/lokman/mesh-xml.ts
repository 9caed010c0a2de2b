// The MeSH that the benches have, as the file that Dowser reads.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import * as z from "zod";
import type { OpenOntology } from "../../lib/adapters/ontology/index/open-ontology.ts";
import { findOntology } from "../../lib/run/input/find-ontology.ts";

const descriptorSchema = z.object({
  name: z.string(),
  terms: z.array(z.string()),
  tree: z.array(z.string()),
});

/** Key of the heads of the tree: tree number → name. */
const TOP_LEVEL = "_top_level";

const meshSchema = z
  .object({ [TOP_LEVEL]: z.record(z.string(), z.string()) })
  .catchall(z.unknown());

/** Opens MeSH from a packed JSON file, as {@link writeMeshXml} reads it. */
export async function openMesh(jsonFile: string): Promise<OpenOntology> {
  const folder = mkdtempSync(join(tmpdir(), "bench-mesh-"));
  try {
    const file = join(folder, "mesh.xml");
    writeMeshXml(jsonFile, file);
    return await findOntology(file, ".");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Writes MeSH from packed JSON (descriptor id → name, terms and tree numbers) as descriptor XML, or the
 * branches of its tree whose numbers begin so. The heads of the tree, which NLM's own file lacks, are
 * descriptors with their tree numbers as ids.
 */
export function writeMeshXml(jsonFile: string, xmlFile: string, branches = [""]): void {
  const text = gunzipSync(readFileSync(jsonFile)).toString();
  const { [TOP_LEVEL]: heads, ...descriptors } = meshSchema.parse(JSON.parse(text));
  const records = [
    ...Object.entries(heads).map(([number, name]) =>
      record(number, { name, terms: [], tree: [number] }),
    ),
    ...Object.entries(descriptors)
      .map(([id, value]) => [id, descriptorSchema.parse(value)] as const)
      .filter(([, { tree }]) => branches.some((branch) => isOn(branch, tree)))
      .map(([id, descriptor]) => record(id, descriptor)),
  ];
  writeFileSync(xmlFile, `<DescriptorRecordSet>\n${records.join("\n")}\n</DescriptorRecordSet>\n`);
}

/** The whole tree has also the descriptors without a place in it. */
function isOn(branch: string, tree: readonly string[]): boolean {
  return branch === "" || tree.some((number) => number.startsWith(branch));
}

function record(id: string, { name, terms, tree }: z.output<typeof descriptorSchema>): string {
  const all = (texts: readonly string[], wrap: (text: string) => string) =>
    texts.map((text) => wrap(escaped(text))).join("");
  return `<DescriptorRecord><DescriptorUI>${escaped(id)}</DescriptorUI>
<DescriptorName><String>${escaped(name)}</String></DescriptorName>
<TreeNumberList>${all(tree, (number) => `<TreeNumber>${number}</TreeNumber>`)}</TreeNumberList>
<ConceptList><Concept><TermList>${all(terms, (term) => `<Term><String>${term}</String></Term>`)}</TermList></Concept></ConceptList></DescriptorRecord>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
