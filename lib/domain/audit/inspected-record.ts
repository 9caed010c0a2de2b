/** What a reader that shares no code with the writer finds where a page is stored. */
export type InspectedRecord =
  | {
      readonly kind: "record";
      /** `response`, `warcinfo` … */
      readonly type: string;
      /** `""` where the record has none. */
      readonly targetUri: string;
      /** WARC-Date, in ms since the epoch. */
      readonly date: number;
      /** As it stands in the record, and is right; `""` where the record has none. */
      readonly payloadDigest: string;
    }
  | { readonly kind: "damaged"; readonly fault: string };
