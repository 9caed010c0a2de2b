/**
 * Words that pages of a class would have, by the class's name: written from the name alone, before any page
 * was judged by them, as a user writes `need.words`.
 */
const LONG_TOPICS: Readonly<Record<string, string>> = {
  person:
    "biography curriculum vitae professor lecturer student staff office email phone education degree research interests publications teaching",
  people:
    "biography curriculum vitae professor lecturer staff office email phone title department education research interests publications",
  course:
    "syllabus homework assignment lecture notes exam midterm grading textbook instructor office hours schedule prerequisites quarter",
  news: "announcement announced press release story headline posted date today award event reporter read more archive",
  research:
    "research laboratory group project members publications papers funding collaborators software results overview",
  student:
    "graduate student phd candidate advisor resume thesis research interests hobbies friends favorite links classes personal about me",
  project:
    "research project group goals overview members people publications papers software approach funding sponsors laboratory",
  faculty:
    "professor associate assistant department research interests publications teaching courses students advisor phd education awards office",
  agency:
    "agency department bureau office federal website contact phone email address headquarters toll free mission",
  topic:
    "how find answer question learn apply eligibility steps guide information help get what when",
  list: "list index directory browse all more related pages categories links a-z services",
  taxes:
    "tax return refund income irs filing deduction credit withholding federal state owe payment deadline form",
  voting:
    "vote voter election registration register ballot polling place absentee candidate primary president deadline",
  health:
    "medicine disease patient doctor hospital clinic treatment medical care insurance symptom nurse therapy drug",
  travel:
    "passport visa trip abroad tourist airport flight international border customs destination embassy",
  housing:
    "home rent mortgage loan buy apartment landlord tenant eviction affordable foreclosure repair house",
  Biology:
    "species animal plant cell organism evolution genus family habitat gene protein ecology anatomy",
  Countries:
    "country capital population government president republic economy border language currency independence territory",
  Birds: "bird species feather wing nest egg breeding plumage beak bill flight migration habitat",
  Health_and_medicine:
    "medicine disease symptom treatment diagnosis patient infection drug therapy physician surgery syndrome virus",
  Historical_figures:
    "king queen emperor president general born died reign biography leader war politician throne dynasty",
  Railway_transport:
    "railway train station locomotive track line passenger freight rail engine gauge metro tunnel",
};

/** Returns the words of a class, which may be the last step of a path; `undefined` of one without any. */
export function longTopicOf(need: string): readonly string[] | undefined {
  return LONG_TOPICS[need.slice(need.lastIndexOf(".") + 1)]?.split(" ");
}
