/** A time, then a URL with or without its name (HTML standard, "shared declarative refresh steps"). */
const REFRESH =
  /^[\t\n\f\r ]*[\d.]+(?:[\t\n\f\r ]*[;,]|[\t\n\f\r ])[\t\n\f\r ]*(?:url[\t\n\f\r ]*=[\t\n\f\r ]*)?(?<target>[^\t\n\f\r ].*)$/is;

/** Returns the reference in the content of `<meta http-equiv="refresh">`, `undefined` without one. */
export function refreshTarget(content: string): string | undefined {
  const target = REFRESH.exec(content)?.groups?.target;
  const quote = target?.[0];
  if (target === undefined || (quote !== '"' && quote !== "'")) return target;
  const end = target.indexOf(quote, 1);
  return target.slice(1, end < 0 ? undefined : end);
}
