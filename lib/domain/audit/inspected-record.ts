/**
 * The findings of a reader that shares no code with the writer, at the place where a page is
 * stored.
 */
export type InspectedRecord =
  | {
      readonly kind: "record";
      /** `response`, `warcinfo` … */
      readonly type: string;
      /** `""` when the record has no target URI. */
      readonly targetUri: string;
      /** WARC-Date, in ms since the epoch. */
      readonly date: number;
      /** As written in the record, and verified; `""` when the record has no digest. */
      readonly payloadDigest: string;
    }
  | { readonly kind: "damaged"; readonly fault: string };
