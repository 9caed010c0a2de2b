import { z } from "zod";
import { REACH } from "../domain/methods/ontology/concept-set.ts";

const count = () => z.int().min(0);

export const namedFileSchema = z.strictObject({ name: z.string().min(1).max(200) });

/** What a person answered in the form of a new crawl. */
export const answersSchema = z.strictObject({
  name: z.string().max(200),
  topic: z.string().max(10_000),
  words: z.string().max(10_000).optional().describe("Words beside the topic, as they are typed."),
  seedUrls: z.array(z.string().max(2_000)).max(10_000),
  good: z.array(z.string().max(2_000)).max(10_000),
  bad: z.array(z.string().max(2_000)).max(10_000).default([]),
  examplePage: z.string().max(2_000),
  hosts: z.enum(["any", "seeds"]).optional(),
  pages: z.string().max(20),
  hours: z.string().max(20),
  dollars: z.string().max(20).optional(),
  minDelaySeconds: z.string().max(20),
  contact: z.string().max(500),
  paths: z.string().max(500).optional().describe("File with click paths."),
  ontology: z.string().max(500).optional().describe("Ontology that knows the topic."),
  engine: z.enum(["searxng", "brave", "local"]).optional().describe("Who is asked for seeds."),
  engineUrl: z.string().max(2_000).optional().describe("Address of a SearXNG instance."),
  base: z
    .string()
    .max(3_000_000)
    .optional()
    .describe(
      "A project file of a person, in which only what the answers say otherwise is changed.",
    ),
});

/** Answer of `PUT /examples/{name}`. */
export const exampleSchema = z.strictObject({
  file: z.string().describe("Path to write into `need.good`; a pattern for several pages."),
  pages: count().describe("Example pages that it has."),
  leftOut: count().describe("Addresses of a WARC file that are no page."),
});

/** Answer of `POST /lists/{name}`. */
export const listSchema = z.strictObject({
  urls: z.array(z.string()),
  notes: z.array(z.string()).describe("How many there are, and which lines are left out."),
});

/** Answer of `GET /search`. */
export const sourcesSchema = z.strictObject({
  sources: z.array(
    z.strictObject({
      source: z.string(),
      run: z.string().nullable().describe("Its run; null for the recordings of this host."),
    }),
  ),
});

/** Body and answer of `POST /seeds`. */
export const seedAskedSchema = z.strictObject({
  url: z.string().max(2_000),
  project: z.string().max(3_000_000).describe("The project file, which says how it is asked."),
});
export const askedSeedSchema = z.strictObject({
  isPage: z.boolean().describe("Whether it answers with a page that robots.txt allows."),
  says: z.string().describe("The title of its page, or why there is none, in words."),
});

/** Body of `POST /search`. */
export const searchAskedSchema = z.strictObject({
  source: z.string().max(200),
  words: z.string().trim().min(1).max(400),
  project: z
    .string()
    .max(3_000_000)
    .optional()
    .describe("A project file whose engine is asked instead of the source."),
});

/** Answer of `POST /search`. */
export const foundSchema = z.strictObject({
  results: z.array(
    z.strictObject({
      url: z.string(),
      title: z.string(),
      extract: z.string(),
      entry: z
        .string()
        .describe("How a project names it: its URL, or a file that is yet to be kept."),
    }),
  ),
  isReading: z.boolean().describe("Whether the text is still being read: ask again."),
  read: count().describe("Pages read so far."),
  pages: count().describe("Pages that are read."),
  all: count().describe("Pages of the source; more are not searched."),
});

/** Parameters of `GET /search/page`. */
export const foundPageSchema = z.strictObject({
  source: z.string().max(200),
  url: z.string().max(10_000),
  words: z.string().max(400),
});

/** Answer of `GET /search/page`. */
export const foundTextSchema = z.strictObject({
  text: z.array(z.strictObject({ text: z.string(), isMarked: z.boolean() })),
});

/** Body of `POST /search/page`. */
export const keepFoundSchema = foundPageSchema.omit({ words: true });

/** Body of `POST /ontologies/topic`. */
export const topicAskedSchema = z.strictObject({
  ontology: z.string().min(1).max(500),
  topic: z.string().trim().min(1).max(400),
  reach: z.int().min(1).max(REACH).describe("Steps around the topic."),
});

/** Answer of `POST /ontologies/topic`. */
export const conceptsSchema = z.strictObject({
  concepts: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      synonyms: z.array(z.string()),
      relation: z.enum(["synonym", "partial", "narrower", "context"]),
      distance: count().describe("Steps from the topic; 0 for its own concepts."),
    }),
  ),
  more: count().describe("Concepts that are farther away, and not listed."),
});

/** Body and answer of `POST /ontologies/concepts`. */
export const keepConceptsSchema = z.strictObject({
  ...topicAskedSchema.shape,
  words: z.string().max(10_000).describe("The words of the need, which name the topic, too."),
  kept: z.array(z.string().max(2_000)).max(5_000).describe("Ids of the concepts that stay."),
});
export const keptConceptsSchema = z.strictObject({
  file: z.string().describe("Path to write into `need.ontology`."),
  concepts: count(),
});

/** Parameters and answer of `GET /search/links`. */
export const linksAskedSchema = z.strictObject({
  source: z.string().max(200),
  url: z.string().max(10_000).describe("A page of the source; empty for its first one."),
});
export const linksSchema = z.strictObject({
  url: z.string(),
  title: z.string(),
  links: z
    .array(z.strictObject({ url: z.string(), anchor: z.string() }))
    .describe("Links to other pages of the source, in the order of the page."),
  others: count().describe("Links that lead to no page of the source."),
});

/** Body of `POST /paths`. */
export const keepPathsSchema = z.strictObject({
  paths: z
    .array(z.array(z.string().max(10_000)).min(2).max(100))
    .min(1)
    .max(1_000),
});

export type Answers = z.output<typeof answersSchema>;
export type LinksAnswer = z.output<typeof linksSchema>;
export type TopicAsked = z.output<typeof topicAskedSchema>;
export type ConceptsAnswer = z.output<typeof conceptsSchema>;
export type KeepConcepts = z.output<typeof keepConceptsSchema>;
export type KeptConcepts = z.output<typeof keptConceptsSchema>;
export type SeedAsked = z.output<typeof seedAskedSchema>;
export type AskedSeed = z.output<typeof askedSeedSchema>;
export type Sources = z.output<typeof sourcesSchema>["sources"];
export type SearchAsked = z.output<typeof searchAskedSchema>;
export type Found = z.output<typeof foundSchema>;
export type FoundText = z.output<typeof foundTextSchema>["text"];
export type ExampleAnswer = z.output<typeof exampleSchema>;
export type ListAnswer = z.output<typeof listSchema>;
