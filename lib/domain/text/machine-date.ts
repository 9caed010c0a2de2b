/** Reads dates that programs write for programs, the same on every machine. */

/** The profile of ISO 8601 of the web (W3C NOTE-datetime), also with a space and without a zone. */
const ISO =
  /^(?<y>\d{4})-(?<m>\d\d)(?:-(?<d>\d\d)(?:[T ](?<h>\d\d):(?<min>\d\d)(?::(?<s>\d\d(?:[.,]\d{1,9})?))?)?)?\s*(?<zone>Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** RFC 5322 §3.3 with the obsolete forms of §4.3, as feeds and servers write it. */
const MAIL =
  /^(?:[a-z]{3,9}\.?,?\s+)?(?<d>\d{1,2})[ -](?<name>[a-z]{3})[a-z]{0,6}\.?[ -](?<y>\d{4}|\d\d)(?:,?\s+(?<h>\d{1,2}):(?<min>\d\d)(?::(?<s>\d\d)(?:\.\d+)?)?)?\s*(?<zone>[a-z]{1,5}|[+-]\d\d:?\d\d)?(?:\s*\([^)]*\))?$/i;

/** The form of C's asctime (RFC 9110 §5.6.7), and of Unix's `date`. */
const UNIX =
  /^(?:[a-z]{3,9},?\s+)?(?<name>[a-z]{3})[a-z]{0,6}\s+(?<d>\d{1,2}),?\s+(?:(?<h>\d\d):(?<min>\d\d):(?<s>\d\d)\s+(?<zone>[a-z]{1,5}|[+-]\d{4})?\s*)?(?<y>\d{4})$/i;

const MONTHS = "janfebmaraprmayjunjulaugsepoctnovdec";

/** Hours east of Greenwich, of the zones of RFC 5322 §4.3 and those of Europe and Japan. */
const ZONES: ReadonlyMap<string, number> = new Map(
  "z+0 ut+0 utc+0 gmt+0 est-5 edt-4 cst-6 cdt-5 mst-7 mdt-6 pst-8 pdt-7 wet+0 west+1 bst+1 cet+1 cest+2 mez+1 mesz+2 eet+2 eest+3 msk+3 jst+9"
    .split(" ")
    .map((zone) => [zone.slice(0, -2), Number(zone.slice(-2))]),
);

/** Before it there was no web: a date that is earlier is a mistake, mostly 0 or 1970. */
const FIRST_YEAR = 1990;

/** Dates after it are mistakes, too. */
const LAST_YEAR = 2090;

const MINUTE_MS = 60_000;

/** The parts of a date that was read. */
interface MachineDate {
  /** ms since the epoch, as if its time were in UTC. */
  readonly local: number;
  readonly hasTime: boolean;
  /** As it is written; `""` without one. */
  readonly zone: string;
}

/**
 * Returns the moment that a date names, in ms since the epoch; `undefined` where it names none that may
 * be. A time without a zone is in UTC. Figures whose order is not certain (06/09/2021) are no date.
 */
export function machineDate(text: string): number | undefined {
  const read = readMachineDate(text);
  return read === undefined ? undefined : read.local - (zoneMs(read.zone) ?? 0);
}

/** Returns the same in ISO 8601, with the zone as far as it is stated and known: `2008-03-19T10:52:38+01:00`. */
export function machineDateText(text: string): string | undefined {
  const read = readMachineDate(text);
  if (read === undefined) return undefined;
  const iso = new Date(read.local).toISOString();
  if (!read.hasTime) return iso.slice(0, 10);
  return iso.slice(0, 19) + isoZone(read.zone);
}

/** Returns a zone as in ISO 8601, of `EST` and `-0500` `-05:00`; `""` for one that is not known. */
export function isoZone(zone: string): string {
  const offset = zoneMs(zone);
  return offset === undefined ? "" : zoneText(offset);
}

function readMachineDate(text: string): MachineDate | undefined {
  const written = text.trim();
  const parts = (ISO.exec(written) ?? MAIL.exec(written) ?? UNIX.exec(written))?.groups;
  if (parts === undefined) return undefined;
  const { y = "", m, name = "", d = "1", h = "0", min = "0", s = "0", zone = "" } = parts;
  const year = y.length === 2 ? Number(y) + (Number(y) < 50 ? 2_000 : 1_900) : Number(y);
  const month = m === undefined ? MONTHS.indexOf(name.toLowerCase()) / 3 : Number(m) - 1;
  if (!Number.isInteger(month) || year < FIRST_YEAR || year > LAST_YEAR) return undefined;
  const seconds = Number(s.replace(",", "."));
  const local =
    Date.UTC(year, month, Number(d), Number(h), Number(min)) + Math.floor(1_000 * seconds);
  const date = new Date(local);
  const isReal = date.getUTCMonth() === month && date.getUTCDate() === Number(d);
  if (!isReal || Number(h) > 23 || Number(min) > 59 || seconds >= 61) return undefined;
  return { local, hasTime: parts["h"] !== undefined, zone };
}

/** Distance of the zone furthest from Greenwich. */
const FURTHEST_MS = 14 * 60 * MINUTE_MS;

/** Returns how far a zone is east of Greenwich, in ms; `undefined` for one that is not known, or further than any is. */
function zoneMs(zone: string): number | undefined {
  const [, sign, hours, minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  if (hours === undefined) {
    const known = ZONES.get(zone.toLowerCase());
    return known === undefined ? undefined : known * 60 * MINUTE_MS;
  }
  const length = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  if (length > FURTHEST_MS || Number(minutes) > 59) return undefined;
  return sign === "-" ? -length : length;
}

function zoneText(offset: number): string {
  if (offset === 0) return "Z";
  const minutes = Math.abs(offset) / MINUTE_MS;
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}
