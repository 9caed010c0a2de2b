/** `dowser/warc`: the reading of WARC files, as a stream of places and record by record. */
export { type ByteSource, bufferSource, openFileSource } from "../adapters/warc/gzip-member.ts";
export {
  type RecordPlace,
  type ScannedRecord,
  type ScanTally,
  scanWarc,
} from "../adapters/warc/scan-warc.ts";
export { readRecord, storedPage, type WarcRecord } from "../adapters/warc/stored-page.ts";
