import { z } from "zod";

const count = () => z.int().min(0);

export const namedFileSchema = z.strictObject({ name: z.string().min(1).max(200) });

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

export type ExampleAnswer = z.output<typeof exampleSchema>;
export type ListAnswer = z.output<typeof listSchema>;
