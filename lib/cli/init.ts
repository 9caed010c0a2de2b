import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { createInterface } from "node:readline";
import { input } from "@inquirer/prompts";
import { DEFAULTS } from "../config/defaults.ts";
import { DowserError, fail } from "../errors.ts";
import { isOnWeb, parseProject } from "../project/load-project.ts";
import {
  hostsOf,
  nameFor,
  newProjectText,
  type ProjectAnswers,
  proposedStrategy,
  wordsIn,
} from "../project/new-project-text.ts";
import { seedListInWords } from "../project/seed-list.ts";
import { EXIT } from "../run/print/print-error.ts";
import { printResult } from "../run/print/print-line.ts";
import { terminal } from "../run/print/terminal.ts";

/** The options of the command line. */
export interface InitOptions {
  readonly out: string;
  readonly topic?: string | undefined;
  /** Words that such pages have, with spaces or commas between. */
  readonly words?: string | undefined;
  readonly seedUrl: readonly string[];
  /** A list of seeds: a text or a table. */
  readonly seedFile?: string | undefined;
  /** Example pages that are relevant: URLs or files. */
  readonly good: readonly string[];
  readonly examplePage?: string | undefined;
  readonly contact?: string | undefined;
  readonly pages?: number | undefined;
  /** Whether to ask the seeds' servers at the end. */
  readonly check: boolean;
  /** Whether to ask nothing. */
  readonly yes: boolean;
}

/** A question to the user; `validate` returns `true`, or says what is wrong with an answer. */
export interface Question {
  readonly message: string;
  readonly default: string;
  readonly validate: (answer: string) => Promise<true | string>;
}

/** The terminal for questions and results. */
export interface InitTerminal {
  /** Returns an answer that is valid; the default where no answer is left. */
  readonly ask: (question: Question) => Promise<string>;
  readonly print: (line: string) => void;
  /** Lets go of standard input, which its writer may keep open. */
  readonly close?: () => void;
}

/** Asks a person, or takes the lines of standard input as the answers. */
function openTerminal(): InitTerminal {
  const { stdin, stdout } = terminal();
  if (stdin.isTTY && stdout.isTTY)
    return {
      ask: (question) => input(question, { input: stdin, output: stdout }),
      print: printResult,
    };
  if (stdin.isTTY) return { ask: async (question) => question.default, print: printResult };
  const lines = createInterface({ input: stdin });
  const answers = lines[Symbol.asyncIterator]();
  const next = async () => (await answers.next()).value;
  return {
    ask: (question) => takeAnswer(question, next, printResult),
    print: printResult,
    close: () => {
      lines.close();
      stdin.destroy();
    },
  };
}

/**
 * Takes the next line as the answer to a question, and shows both; an empty line takes the default.
 * @throws DowserError `bad-answer`: nobody can be asked again
 */
export async function takeAnswer(
  question: Question,
  next: () => Promise<string | undefined>,
  show: (line: string) => void,
): Promise<string> {
  const line = await next();
  const answer = line === undefined || line.trim() === "" ? question.default : line;
  const verdict = await question.validate(answer);
  if (verdict !== true) {
    throw fail("bad-answer", { message: question.message, verdict, value: answer });
  }
  if (line !== undefined) show(`${question.message} ${answer}`);
  return answer;
}

/**
 * Runs `dowser init`: asks what the options leave open, and writes a commented project file.
 * @throws DowserError `bad-project`, `bad-answer`, `file-exists`, `init-cancelled`,
 * `example-unreadable`, `bad-seed-list`
 */
export async function initCommand(
  options: InitOptions,
  terminal: InitTerminal = options.yes
    ? { ask: async (q) => q.default, print: printResult }
    : openTerminal(),
): Promise<number> {
  const { out } = options;
  const folder = dirname(resolve(out));
  const given = answersOf(options, folder);
  const missing = missingExample(given, folder);
  if (missing !== undefined)
    throw fail("example-unreadable", { page: missing, reason: "no such file" });
  // Before the questions, so that nobody answers them in vain.
  await seedListNotes(given, folder);
  const answers = options.yes
    ? given
    : await askFor(given, options, terminal).finally(() => terminal.close?.());
  const text = newProjectText(answers, folder);
  await parseProject(text, out);
  const listed = await seedListNotes(answers, folder);
  writeNew(out, text);
  const { choice, because } = proposedStrategy(answers);
  terminal.print(`strategy ${choice.name}: ${because}`);
  for (const line of [...listed, ...consequences(answers)]) terminal.print(line);
  const code = options.check ? await check(out, terminal) : EXIT.ok;
  terminal.print(`wrote ${out}; start with: dowser crawl ${out}`);
  return code;
}

/** Checks the seeds; what this needs of a crawler is loaded only then. */
async function check(file: string, terminal: InitTerminal): Promise<number> {
  const { checkSeeds } = await import("./check-seeds.ts");
  return checkSeeds(file, terminal.print);
}

/** Says what a list of seeds holds; refuses one that cannot be read before anything is written. */
async function seedListNotes({ seedFile = "" }: ProjectAnswers, folder: string): Promise<string[]> {
  if (seedFile === "") return [];
  return seedListInWords(resolve(folder, seedFile), {});
}

/** Says what the answers that were left empty mean for a crawl. */
function consequences({ contact, seedUrls, seedFile = "" }: ProjectAnswers): string[] {
  return [
    ...(seedUrls.length > 0 || seedFile !== ""
      ? []
      : ["no seed yet: put a URL under seeds.urls before you crawl"]),
    ...(contact === ""
      ? ["no contact yet: a live crawl refuses to start without politeness.contact"]
      : []),
  ];
}

function answersOf(options: InitOptions, folder: string): ProjectAnswers {
  const {
    topic = "",
    words = "",
    seedUrl,
    seedFile: list,
    good: examples,
    examplePage: example = "",
    contact = "",
    pages,
  } = options;
  const name = nameFor(topic);
  const most = String(pages ?? DEFAULTS.budget.pages);
  const seedFile = list && relative(folder, resolve(list));
  const good = examples.map((entry) => namedIn(folder, entry));
  const examplePage = namedIn(folder, example);
  const about = { name, topic, words: wordsIn(words) };
  return { ...about, seedUrls: seedUrl, seedFile, good, examplePage, contact, pages: most };
}

const WHICH_WORDS = "Which words would such a page have (7 to 25; or leave empty)?";

/** What one answer changes. */
type Take = (answer: string) => Partial<ProjectAnswers>;

async function askFor(
  given: ProjectAnswers,
  options: InitOptions,
  { ask }: InitTerminal,
): Promise<ProjectAnswers> {
  const folder = dirname(resolve(options.out));
  let answers = given;
  const answer = async (message: string, initial: string, take: Take) => {
    const validate = (text: string) => problemWith(answers, text.trim(), take, folder);
    const text = await ask({ message, default: initial, validate });
    answers = { ...answers, ...take(text.trim()) };
  };
  try {
    if (options.topic === undefined)
      await answer("What do you look for, in words?", "", (topic) => ({ topic }));
    await answer("Short name of the project?", nameFor(answers.topic), (name) => ({ name }));
    if (options.good.length === 0) {
      await answer(
        "Have you examples of such pages (URLs, files, or @LIST for a file with one a line)?",
        "",
        (words) => ({ good: entriesOf(words).map((entry) => namedIn(folder, entry)) }),
      );
    }
    if (options.examplePage === undefined) {
      await answer(
        "If they are all built alike: one such page (URL or file; else leave empty)?",
        "",
        (example) => ({ examplePage: namedIn(folder, example) }),
      );
    }
    if (options.seedUrl.length === 0 && options.seedFile === undefined) {
      await answer("Where to begin (URLs with spaces between, or @LIST)?", "", (words) =>
        seedsIn(words, folder),
      );
    }
    const stays = hostsOf(answers) === "seeds" ? "yes" : "no";
    await answer("Stay on the hosts of these pages (yes or no)?", stays, (word) => ({
      hosts: hostsFor(word),
    }));
    if (options.pages === undefined)
      await answer("How many pages at most?", answers.pages, (pages) => ({ pages }));
    if (options.contact === undefined) {
      await answer(
        "How can site owners reach you (e-mail address or web page)?",
        "",
        (contact) => ({ contact }),
      );
    }
    // Last, so that lines of answers which an older version took are still those of their questions.
    if (options.words === undefined && answers.topic !== "")
      await answer(WHICH_WORDS, "", (words) => ({ words: wordsIn(words) }));
    return answers;
  } catch (cause) {
    if (!(cause instanceof Error) || cause.name !== "ExitPromptError") throw cause;
    throw fail("init-cancelled", { value: options.out }, cause);
  }
}

/** A fault of an answer that no schema knows. */
class AnswerFault extends Error {}

/** Splits an answer at white space; `@FILE` stands for the lines of a file. */
function entriesOf(words: string): string[] {
  return words
    .split(/\s+/)
    .filter((word) => word !== "")
    .flatMap((word) => (word.startsWith("@") ? linesOf(word.slice(1)) : [word]));
}

/** Reads seeds; `@FILE` alone names a list, which stays in its file. */
function seedsIn(words: string, folder: string): Partial<ProjectAnswers> {
  const [, list] = /^@(\S+)$/.exec(words) ?? [];
  if (list === undefined) return { seedUrls: entriesOf(words), seedFile: "" };
  if (!existsSync(list)) throw new AnswerFault(`cannot read the list ${JSON.stringify(list)}`);
  return { seedUrls: [], seedFile: relative(folder, resolve(list)) };
}

function linesOf(file: string): string[] {
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("#"));
  } catch (cause) {
    throw new AnswerFault(`cannot read the list ${JSON.stringify(file)}`, { cause });
  }
}

function hostsFor(word: string): "any" | "seeds" {
  if (/^y(?:es)?$/i.test(word)) return "seeds";
  if (/^no?$/i.test(word)) return "any";
  throw new AnswerFault(`expected yes or no, found ${JSON.stringify(word)}`);
}

/** Returns what is wrong with an answer: by the schema, or since a file that it names is missing. */
async function problemWith(
  answers: ProjectAnswers,
  text: string,
  take: Take,
  folder: string,
): Promise<true | string> {
  try {
    const changed = take(text);
    await parseProject(newProjectText({ ...answers, ...changed }, "."), "answer");
    const missing = missingExample(changed, folder);
    return missing === undefined ? true : `no such file: ${JSON.stringify(missing)}`;
  } catch (error) {
    if (error instanceof AnswerFault) return error.message;
    if (error instanceof DowserError) return error.message.replace(/^answer:\d+:\d+ /gm, "");
    throw error;
  }
}

/** Returns an example as a project file in a folder names it: a file is given as it is found from here. */
function namedIn(folder: string, example: string): string {
  return example === "" || isOnWeb(example) ? example : relative(folder, resolve(example));
}

/** Returns the example that is no URL and no file, as it is named from here. */
function missingExample(
  { good = [], examplePage = "" }: Partial<ProjectAnswers>,
  folder: string,
): string | undefined {
  const missing = [...good, examplePage].find((example) => {
    if (example === "" || isOnWeb(example)) return false;
    return !existsSync(resolve(folder, example)) && globSync(example, { cwd: folder }).length === 0;
  });
  return missing && relative("", resolve(folder, missing));
}

function writeNew(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: "wx" });
  } catch (cause) {
    const exists = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    if (!exists) throw cause;
    throw fail("file-exists", { file }, cause);
  }
}
