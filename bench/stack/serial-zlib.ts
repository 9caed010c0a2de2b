/**
 * Import this first, before all modules that compress: they keep the functions that they find. It compresses at once
 * what other threads would compress. Virtual time then knows whose CPU it took, and when nothing is left to do.
 */
import { syncBuiltinESMExports } from "node:module";
import zlib from "node:zlib";

type Done = (error: Error | null, bytes?: Buffer) => void;
type Pack = (bytes: zlib.InputType, options?: object) => Buffer;

function serially(pack: Pack) {
  return (bytes: zlib.InputType, ...rest: [Done] | [object, Done]): void => {
    const [settings, tell] = rest.length === 1 ? [undefined, rest[0]] : rest;
    let packed: Buffer;
    try {
      packed = pack(bytes, settings);
    } catch (error) {
      queueMicrotask(() => tell(error instanceof Error ? error : new Error(String(error))));
      return;
    }
    queueMicrotask(() => tell(null, packed));
  };
}

Object.assign(zlib, {
  gzip: serially(zlib.gzipSync),
  gunzip: serially(zlib.gunzipSync),
  zstdCompress: serially(zlib.zstdCompressSync),
  zstdDecompress: serially(zlib.zstdDecompressSync),
});
syncBuiltinESMExports();
