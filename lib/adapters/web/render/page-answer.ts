import type { HeaderList } from "../../../domain/web/http/fetch-outcome.ts";

/** An answer for the browser. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
}
