import { until } from "./until.ts";

/** An answer that says how far the texts were read that it has searched. */
interface Searched {
  readonly isReading?: boolean;
  readonly texts?: { readonly state: string } | null | undefined;
}

/** Asks until no text is being read any more: the workbench answers after a second at most, with what is read by then. */
export function untilRead<Answer extends Searched>(ask: () => Promise<Answer>): Promise<Answer> {
  return until("texts that are read", async () => {
    const answer = await ask();
    const isReading = answer.isReading === true || answer.texts?.state === "reading";
    return isReading ? undefined : answer;
  });
}
