import { safeText } from "../domain/text/safe-text.ts";
import { inspectProject } from "../project/load-project.ts";
import { askSeed } from "../run/input/ask-seed.ts";
import { EXIT } from "../run/print/print-error.ts";
import { openWeb } from "../run/web/open-web.ts";

/** Most seeds that are asked: a list has more than anybody waits for. */
const MOST_ASKED = 20;

/**
 * Asks each seed of a project file once, of a long list the first ones, politely, and prints whether it answers with a page that
 * robots.txt allows. Returns the exit code: 3 when no seed does.
 * @throws DowserError `contact-missing`, and the errors of {@link inspectProject}
 */
export async function checkSeeds(file: string, print: (line: string) => void): Promise<number> {
  const project = await inspectProject(file);
  await using opened = await openWeb(project, []);
  let pages = 0;
  const { urls } = project.seeds;
  for (const seed of urls.slice(0, MOST_ASKED)) {
    const { isPage, says } = await askSeed(seed, project, opened);
    if (isPage) pages += 1;
    const said = isPage ? `answers with a page: ${JSON.stringify(says)}` : says;
    print(safeText(`seed ${seed} ${said}`));
  }
  if (urls.length > MOST_ASKED)
    print(`the first ${MOST_ASKED} of ${urls.length.toLocaleString("en")} seeds were asked`);
  return pages === 0 ? EXIT.noPage : EXIT.ok;
}
