/** A government in two languages: each department has guides and notices in English and others in German. */
import { anchor, list } from "../../../demo/html.ts";
import type { Draft, Kind, PlainPage } from "../made-web.ts";

const ORIGIN = "http://www.government.example";
const [GUIDES, NOTICES] = [14, 26];

/** Departments, and words of them in German; the first is what is looked for. */
const DEPARTMENTS = {
  beekeeping:
    "Imker Bienenstock Honig Biene Königin Schwarm Wabe Bienenhaus Imkerei Bienenwachs Drohne Milbe",
  travel:
    "Reise Reisepass Grenze Zoll Visum Bahnhof Hafen Fahrkarte Gepäck Ausland Flughafen Karte",
  finance: "Steuer Haushalt Abgabe Konto Gebühr Kredit Zins Bescheid Vermögen Rechnung Kasse Bank",
  gardening: "Garten Kleingarten Beet Hecke Baum Pflanze Rasen Samen Laube Kompost Erde Blume",
  history:
    "Denkmal Archiv Museum Urkunde Burg Chronik Ausgrabung Stadtmauer Siegel Fund Epoche Karte",
} as const;

const SENTENCES = [
  "Wer {n} und {n} anmeldet, muss das Formular rechtzeitig abgeben.",
  "Das Amt prüft, ob {n} oder {n} in der Gemeinde erlaubt ist.",
  "Für {n} gilt eine Frist von sechs Wochen, für {n} keine.",
  "Die Beratung zu {n} ist kostenlos, und {n} wird gefördert.",
  "Bitte bringen Sie Unterlagen über {n} und {n} mit.",
  "Im Bezirk wurde {n} neu geregelt; {n} bleibt wie bisher.",
];

type Department = keyof typeof DEPARTMENTS;

/** What is looked for are guides and notices on beekeeping in both languages; no page is a translation of another. */
export function government({ chance, nameOf, text, title }: Draft): Kind {
  // The table has these keys and no others.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const names = (Object.keys(DEPARTMENTS) as Department[]).toSorted();
  const words = (name: Department) => DEPARTMENTS[name].split(" ");
  const german = (name: Department) => {
    const sentence = () => chance.pick(SENTENCES).replaceAll("{n}", () => chance.pick(words(name)));
    return `<p>${Array.from({ length: 8 }, sentence).join(" ")}</p>`;
  };
  const made = ["en", "de"].flatMap((language) => {
    const write = (url: string, name: Department): PlainPage => {
      const isGerman = language === "de";
      const heading = isGerman
        ? `${chance.pick(words(name))} und ${chance.pick(words(name))}`
        : title(name);
      const body = `${isGerman ? german(name) : text(name)}${anchor(`${ORIGIN}/${language}/`, "Start")}`;
      return { url, heading, body, isRelevant: name === "beekeeping", language };
    };
    const departments = names.flatMap((name, at): readonly PlainPage[] => {
      const folder = `${ORIGIN}/${language}/d${at + 1}`;
      const of = (kind: string, count: number) =>
        Array.from({ length: count }, (_, number) => write(`${folder}/${kind}${number + 1}`, name));
      const pages = [...of("g", GUIDES), ...of("n", NOTICES)];
      const links = list(pages.map(({ url, heading }) => anchor(url, heading)));
      const isGerman = language === "de";
      const [first, second] = [chance.pick(words(name)), chance.pick(words(name))];
      const heading = isGerman ? `Amt für ${first} und ${second}` : `Office of ${nameOf(name)}`;
      return [{ url: `${folder}/`, heading, body: links, isRelevant: false, language }, ...pages];
    });
    const offices = departments.filter(({ url }) => url.endsWith("/"));
    const home = list(offices.map(({ url, heading }) => anchor(url, heading)));
    const url = `${ORIGIN}/${language}/`;
    return [
      { url, heading: "Government", body: home, isRelevant: false, language },
      ...departments,
    ];
  });
  const start = list([anchor(`${ORIGIN}/en/`, "English"), anchor(`${ORIGIN}/de/`, "Deutsch")]);
  const keywords = [
    "beekeeping",
    "hive",
    "honey",
    "bee",
    "swarm",
    ...words("beekeeping").slice(0, 5),
  ];
  return {
    need: { topic: "beekeeping", words: keywords },
    keywords,
    seed: `${ORIGIN}/`,
    pages: [{ url: `${ORIGIN}/`, heading: "Government", body: start, isRelevant: false }, ...made],
  };
}
