/** Returns what separates the columns of a table: a comma, semicolon or tab, by what its headings have most of. */
export function tableDelimiter(headings: string): string {
  const [delimiter = ","] = [",", ";", "\t"].toSorted(
    (one, other) => headings.split(other).length - headings.split(one).length,
  );
  return delimiter;
}
