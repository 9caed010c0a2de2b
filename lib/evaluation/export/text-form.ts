/** The forms of main texts in a table: lines, or Markdown. */
export const TEXT_FORMS = ["plain", "markdown"] as const;

export type TextForm = (typeof TEXT_FORMS)[number];
