/** Returns the code points of a text, including lone surrogates. */
export function codePointsOf(text: string): Int32Array {
  const codePoints = new Int32Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; length += 1) {
    const codePoint = text.codePointAt(at) ?? 0;
    codePoints[length] = codePoint;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return codePoints.subarray(0, length);
}
