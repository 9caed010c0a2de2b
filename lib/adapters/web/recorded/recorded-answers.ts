/** Tells of the records of a recording which answer a request for a page, and how good each is. */
import { headLengthOf, parseAnswerHead } from "../../../domain/web/http/answer-head.ts";
import type { ScannedRecord } from "../../warc/scan-warc.ts";
import { isAnswer } from "../../warc/stored-page.ts";

/** A record of an answer; `start` of a scanned record is read already. */
export interface RecordedAnswer {
  readonly record: ScannedRecord;
  /** Method of the request that it answers, where the recording has that request. */
  readonly method: string | undefined;
  readonly rank: AnswerRank;
}

/**
 * What a record can stand for: a page, else a redirect or a part of a page, else an error or nothing.
 * A higher rank is better.
 */
export type AnswerRank = 1 | 2 | 3;

/** The page that two records of a URL may both be. */
export const PAGE_RANK: AnswerRank = 3;

const METHOD = /^([A-Za-z]+)[ \t]/;

interface RecordedRequest {
  readonly head: ScannedRecord["head"];
  readonly method: string | undefined;
}

/**
 * Yields the answers of a scan in order, each with the method of its request. Recorders write the two
 * beside each other, the one or the other first, and most name one in the other.
 */
export async function* recordedAnswers(
  scan: AsyncIterable<ScannedRecord>,
): AsyncGenerator<RecordedAnswer, void, undefined> {
  let answer: RecordedAnswer | undefined;
  let request: RecordedRequest | undefined;
  for await (const record of scan) {
    if (record.head.type === "request") {
      const asked = { head: record.head, method: methodOf(record.start) };
      if (answer !== undefined && isOfOne(answer.record.head, record.head)) {
        yield { ...answer, method: asked.method };
        answer = undefined;
      } else request = asked;
    } else if (isAnswer(record.head)) {
      if (answer !== undefined) yield answer;
      answer = { record, method: undefined, rank: rankOf(record) };
      if (request !== undefined && isOfOne(record.head, request.head)) {
        yield { ...answer, method: request.method };
        answer = undefined;
      }
      request = undefined;
    }
  }
  if (answer !== undefined) yield answer;
}

/** Checks whether an answer and a request beside it are of one exchange. */
function isOfOne(answer: ScannedRecord["head"], request: ScannedRecord["head"]): boolean {
  if (answer.targetUri !== request.targetUri) return false;
  const names = [answer.concurrentTo, request.concurrentTo].filter((name) => name !== undefined);
  return names.length === 0 || names.some((name) => name === answer.id || name === request.id);
}

function methodOf(start: Buffer): string | undefined {
  return METHOD.exec(start.toString("latin1", 0, 32))?.[1]?.toUpperCase();
}

function rankOf({ head, start }: ScannedRecord): AnswerRank {
  if (head.type !== "response") return PAGE_RANK;
  const length = headLengthOf(start) ?? start.length;
  const status = parseAnswerHead(start.subarray(0, Math.min(length, STATUS_BYTES)))?.status ?? 0;
  if (status === PART || (status >= 300 && status < 400 && status !== NOT_MODIFIED)) return 2;
  const hasBody = head.contentLength > length;
  return status >= 200 && status < 300 && hasBody ? PAGE_RANK : 1;
}

/** Enough for a status line. */
const STATUS_BYTES = 64;
const PART = 206;
const NOT_MODIFIED = 304;
