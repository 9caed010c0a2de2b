/** A heading as MeSH has it. */
export interface SomeDescriptor {
  readonly id: string;
  readonly name: string;
  /** Entry terms, the name not among them. */
  readonly terms: readonly string[];
  readonly treeNumbers: readonly string[];
  /** Ids. */
  readonly seeAlso: readonly string[];
}

/** Headings about bees; `Z01` is a head of the tree that is no heading, `Z09.9` does not exist. */
export const BEE_DESCRIPTORS: readonly SomeDescriptor[] = [
  {
    id: "D1",
    name: "Brood Rot & Decay",
    terms: ["Rot, Brood", "rot <of the> brood"],
    treeNumbers: ["Z01.100", "Z02.5"],
    seeAlso: ["D3"],
  },
  { id: "D2", name: "Rot, Early", terms: [], treeNumbers: ["Z01.100.200"], seeAlso: [] },
  { id: "D3", name: "Bienenstöcke", terms: ["Hives"], treeNumbers: ["Z02"], seeAlso: [] },
  { id: "D4", name: "Stray", terms: [], treeNumbers: ["Z09.9.1"], seeAlso: [] },
];

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Returns NLM's descriptor XML, with elements that no reader uses. */
export function meshXml(descriptors: readonly SomeDescriptor[]): string {
  return `<?xml version="1.0"?>
<!DOCTYPE DescriptorRecordSet SYSTEM "https://example.org/desc.dtd">
<DescriptorRecordSet LanguageCode="eng">
${descriptors.map(xmlRecord).join("\n")}
</DescriptorRecordSet>
`;
}

/** One `DescriptorRecord`. */
export function xmlRecord({ id, name, terms, treeNumbers, seeAlso }: SomeDescriptor): string {
  const reference = (other: string) => `<SeeRelatedDescriptor><DescriptorReferredTo>
    <DescriptorUI>${other}</DescriptorUI><DescriptorName><String>not read</String></DescriptorName>
    </DescriptorReferredTo></SeeRelatedDescriptor>`;
  const term = (text: string) =>
    `<Term RecordPreferredTermYN="N"><TermUI>T9</TermUI><String>${escape(text)}</String></Term>`;
  return `<DescriptorRecord DescriptorClass="1">
  <DescriptorUI>${id}</DescriptorUI>
  <DescriptorName><String>${escape(name)}</String></DescriptorName>
  <PharmacologicalActionList><PharmacologicalAction><DescriptorReferredTo>
    <DescriptorUI>D9</DescriptorUI></DescriptorReferredTo></PharmacologicalAction></PharmacologicalActionList>
  <SeeRelatedList>${seeAlso.map(reference).join("")}</SeeRelatedList>
  <TreeNumberList>${treeNumbers.map((number) => `<TreeNumber>${number}</TreeNumber>`).join("")}</TreeNumberList>
  <ConceptList><Concept PreferredConceptYN="Y"><ConceptUI>M1</ConceptUI>
    <ConceptName><String>not read</String></ConceptName>
    <ScopeNote>Long ago, &#65; bee &amp; its hive.</ScopeNote>
    <TermList>${[name, ...terms].map(term).join("")}</TermList></Concept></ConceptList>
 </DescriptorRecord>`;
}
