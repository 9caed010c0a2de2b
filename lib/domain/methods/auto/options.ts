import { z } from "zod";

/** Parts of `auto` that may be left out, to see what each is worth. */
export const PARTS = [
  "words",
  "places",
  "specialist",
  "hubs",
  "prior",
  "guard",
  "exploration",
] as const;

/** A part of `auto`. */
export type Part = (typeof PARTS)[number];

/** Options of `auto`: it needs none. */
export const autoOptions = z.strictObject({
  model: z
    .string()
    .min(1)
    .exactOptional()
    .describe(
      "File that `dowser paths train` made: what paths on other sites taught, in the place of need.paths.",
    ),
  without: z
    .union([z.enum(PARTS), z.array(z.enum(PARTS))])
    .transform((parts): readonly Part[] => [parts].flat())
    .prefault([])
    .describe("Parts that are left out, to see what each is worth; leave it out for crawls."),
});

/** Settings of `auto`. */
export type AutoSettings = z.output<typeof autoOptions>;
