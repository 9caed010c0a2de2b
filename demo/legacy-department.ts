import type { DemoPage } from "./demo-web.ts";
import type { Department, Person } from "./department.ts";
import { truth } from "./html.ts";
import type { Content } from "./link-pool.ts";
import { paragraph } from "./prose.ts";
import type { Chance } from "./random.ts";

/**
 * Writes a department in the style of the web of 1996: framesets, upper-case tags, bare attributes,
 * relative links, no doctype.
 */
export function legacyDepartmentPages(
  chance: Chance,
  department: Department,
): readonly [string, DemoPage][] {
  const { folder, name, courses, people } = department;
  const topic = department.mix.main[0];
  const frameset = `<HTML><HEAD><TITLE>Dept. of ${name}</TITLE></HEAD>
<FRAMESET COLS="25%,*"><FRAME SRC=menu.htm NAME=menu><FRAME SRC="welcome.htm" NAME="body">
<NOFRAMES><BODY>Your browser shows no frames. <A HREF=menu.htm>Menu</A></BODY></NOFRAMES>
</FRAMESET></HTML>`;
  const menu = `<A HREF=welcome.htm TARGET=body>Welcome</A><BR>
<A HREF=courses.htm TARGET=body>Courses</A><BR><A HREF=people.htm TARGET=body>People</A><BR>
<A HREF=/ TARGET=_top>University</A>`;
  return [
    [folder, legacyPage(frameset, truth("department", topic))],
    [`${folder}menu.htm`, legacyPage(body("Menu", menu), truth("about"))],
    [`${folder}welcome.htm`, legacyPage(welcome(chance, department), truth("about", topic))],
    [`${folder}courses.htm`, legacyPage(courseList(folder, courses), truth("course-list", topic))],
    [`${folder}people.htm`, legacyPage(peopleList(folder, people), truth("about", topic))],
    ...courses.map((course): [string, DemoPage] => [course.target, coursePage(chance, course)]),
    ...people.map((person): [string, DemoPage] => [
      person.target,
      personPage(chance, department, person),
    ]),
  ];
}

function legacyPage(text: string, pageTruth: DemoPage["truth"]): DemoPage {
  return { status: 200, headers: [["content-type", "text/html"]], body: text, truth: pageTruth };
}

function body(title: string, content: string): string {
  return `<HTML><HEAD><TITLE>${title}</TITLE></HEAD>
<BODY BGCOLOR=#FFFFFF TEXT=black LINK=blue>
<CENTER><FONT SIZE=+2>${title}</FONT></CENTER><HR>
${content}
</BODY></HTML>`;
}

function welcome(chance: Chance, department: Department): string {
  const topic = department.mix.main[0] ?? "insects";
  return body(
    `Welcome to ${department.name}`,
    `<P>${paragraph(chance, topic, 3)}<P>${paragraph(chance, "insects", 3)}
<P>Last updated 12 March 1997.`,
  );
}

function courseList(folder: string, courses: readonly Content[]): string {
  const rows = courses.map(
    (course) => `<TR><TD><A HREF="${course.target.slice(folder.length)}">${course.title}</A>`,
  );
  return body("Courses", `<TABLE BORDER=1>\n${rows.join("\n")}\n</TABLE>`);
}

function peopleList(folder: string, people: readonly Person[]): string {
  const rows = people.map(
    (person) => `<LI><A HREF=${person.target.slice(folder.length)}>${person.name}</A>`,
  );
  return body("People", `<UL>\n${rows.join("\n")}\n</UL>`);
}

function coursePage(chance: Chance, course: Content): DemoPage {
  const text = `<FONT COLOR=green><B>Credits:</B> ${chance.int(2, 6)}</FONT>
<P>${paragraph(chance, course.topic, 4)}
<P>${paragraph(chance, course.topic, 3)}
<P><A HREF=../courses.htm>Back to courses</A>`;
  return legacyPage(body(course.title, text), truth("course", course.topic));
}

function personPage(chance: Chance, department: Department, person: Person): DemoPage {
  const course = chance.pick(department.courses);
  const text = `<P>Teaches <A HREF="../courses/${course.target.split("/").at(-1)}">${course.title}</A>
<P><A HREF=../people.htm>Back</A>`;
  return legacyPage(body(person.name, text), truth("person", course.topic));
}
