/** A site like a shop: products under many orders and filters, and manuals as files, each under two addresses. */
import { anchor, list } from "../../../demo/html.ts";
import type { Draft, Kind, PlainPage } from "../made-web.ts";

const ORIGIN = "http://shop.example";
const PRODUCTS = 24;
const ORDERS = ["price", "name", "new"];

/** What is looked for are manuals: PDF files, which every third product links to. */
export function shop({ chance, topics, nameOf, text, title }: Draft): Kind {
  const names = topics.map(nameOf);
  const categories = topics.flatMap((about, at): readonly PlainPage[] => {
    const folder = `${ORIGIN}/c${at + 1}`;
    const products = Array.from({ length: PRODUCTS }, (_, number) => {
      const url = `${folder}/item-${number + 1}`;
      const file = `${ORIGIN}/files/${at + 1}-${number + 1}.pdf`;
      const manual = number % 3 === 0 ? anchor(file, "Manual") : "";
      const review = anchor(`${url}/reviews`, "Reviews");
      const heading = title(about);
      const body = `${text(about, 2)}<p>${chance.int(5, 900)} $</p>${review}${manual}`;
      const page: PlainPage = { url, heading, body, isRelevant: false };
      const reviews = { ...page, url: `${url}/reviews`, body: text(about, 2) };
      const answers: PlainPage[] = [page, reviews];
      if (manual !== "")
        answers.push({
          url: file,
          heading,
          body: pdf(heading),
          mediaType: "application/pdf",
          isRelevant: true,
        });
      return { page, answers };
    });
    const links = products.map(({ page }) => anchor(page.url, page.heading));
    const orders = ORDERS.map((by) => anchor(`${folder}/?sort=${by}`, `By ${by}`));
    const lists = [`${folder}/`, ...ORDERS.map((by) => `${folder}/?sort=${by}`)].map((url) => {
      const heading = names[at] ?? "";
      return { url, heading, body: `${list(orders)}${list(links)}`, isRelevant: false };
    });
    return [...lists, ...products.flatMap(({ answers }) => answers)];
  });
  const files = categories.filter(({ mediaType }) => mediaType !== undefined);
  // Every second of these is a dead link.
  const service = list(files.map(({ url }) => anchor(`${url}?print=1`, "Download")));
  const home = list([
    ...names.map((name, at) => anchor(`${ORIGIN}/c${at + 1}/`, name)),
    anchor(`${ORIGIN}/service`, "Service"),
  ]);
  return {
    need: { files: ["pdf"] },
    keywords: ["pdf", "manual", "download", "file", "files"],
    seed: `${ORIGIN}/`,
    pages: [
      { url: `${ORIGIN}/`, heading: "Shop", body: home, isRelevant: false },
      { url: `${ORIGIN}/service`, heading: "Service", body: service, isRelevant: false },
      ...categories,
    ],
  };
}

/** A file of one page, as small as one is. */
function pdf(heading: string): Uint8Array {
  const text = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
% ${heading}
trailer<</Root 1 0 R>>
%%EOF
`;
  return new TextEncoder().encode(text);
}
