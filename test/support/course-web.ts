import { join } from "node:path";
import { writeWarcFile } from "../../lib/adapters/warc/write-warc-file.ts";
import { aUrl } from "./a-url.ts";
import { aFetchedPage, linking } from "./scripted-web.ts";

/** Two sites with course pages; each page as the links on it, or where it redirects to. */
export const COURSE_WEB = {
  "http://one.example/": ["/dept", "/about", "http://elsewhere.example/"],
  "http://one.example/dept": ["/", "/courses", "/staff"],
  "http://one.example/courses": ["/", "/c1", "/c2", "/old", "/gone"],
  "http://one.example/c1": ["/courses"],
  "http://one.example/c2": ["/courses", "/c1"],
  "http://one.example/old": "http://one.example/c3",
  "http://one.example/c3": ["/courses"],
  "http://one.example/about": ["/about/us"],
  "http://one.example/about/us": [],
  "http://one.example/staff": ["/staff/ada"],
  "http://one.example/staff/ada": [],
  "http://two.example/": ["/teaching/", "/news"],
  "http://two.example/teaching/": ["/t1", "/t2"],
  "http://two.example/t1": [],
  "http://two.example/t2": [],
  "http://two.example/news": [],
  "http://elsewhere.example/": [],
} as const satisfies Readonly<Record<string, string | readonly string[]>>;

/** Records them into a folder and returns the file. */
export async function writeCourseWarc(folder: string): Promise<string> {
  const file = join(folder, "courses.warc.gz");
  const pages = Object.entries<string | readonly string[]>(COURSE_WEB).map(([text, content]) => {
    const url = aUrl(text);
    const page =
      typeof content === "string"
        ? aFetchedPage(url, "", { status: 301, headers: [["location", content]] })
        : aFetchedPage(url, linking(...content));
    return { page, fetchedAt: Date.UTC(2026, 0, 1) };
  });
  await writeWarcFile(file, pages, { software: "test" });
  return file;
}
