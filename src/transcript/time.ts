/** Timestamps of messages and session entries, read without a clock and without `Date`. */

const ISO_8601 =
  /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,3})\d*)?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/;

const DAY_MS = 86_400_000;

/** The range of ECMAScript time values: no host can turn anything beyond it back into a date. */
const MAX_TIME = 8.64e15;

/**
 * The time a stored value stands for, in milliseconds since 1970-01-01T00:00:00Z, or `undefined`.
 *
 * A finite number counts as it is. A string counts only as ISO 8601 with a date, a time and `Z` or an offset
 * (`2026-01-05T09:30:00.250Z`, `2026-01-05T09:30+01:00`). Everything else that `Date.parse` accepts is read
 * differently by different runtimes or depends on the machine's time zone, and a transcript must be repaired the same
 * way everywhere. Impossible dates (`2026-02-30`) and leap seconds are no timestamps; digits after the millisecond are
 * cut off, as hosts do.
 *
 * @example parseTimestamp("1970-01-01T01:00:00+01:00") // 0
 */
export function parseTimestamp(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string") return undefined;
  const match = ISO_8601.exec(value);
  if (match === null) return undefined;
  const [, yearText = "", monthText, dayText, hourText, minuteText, secondText = "0", fraction = "", sign] = match;
  const year = Number(yearText);
  const month = Number(monthText);
  const day = Number(dayText);
  const hour = Number(hourText);
  const minute = Number(minuteText);
  const second = Number(secondText);
  const offsetHour = Number(match[9] ?? 0);
  const offsetMinute = Number(match[10] ?? 0);
  const millisecond = Number(fraction.padEnd(3, "0"));

  if (yearText === "-000000") return undefined; // year zero has one spelling only, says ECMAScript
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  if (minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return undefined;
  // Midnight at the end of a day may be written as 24:00; no other time has the hour 24.
  if (hour > 24 || (hour === 24 && minute + second + millisecond > 0)) return undefined;

  const local = daysFromCivil(year, month, day) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000 + millisecond;
  const offset = (offsetHour * 60 + offsetMinute) * 60_000;
  const time = sign === "-" ? local + offset : local - offset;
  return Math.abs(time) <= MAX_TIME ? time : undefined;
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar. */
function daysFromCivil(year: number, month: number, day: number): number {
  // Years that start in March put the leap day last, so that the months before it form one regular pattern.
  const y = month > 2 ? year : year - 1;
  const monthsSinceMarch = (month + 9) % 12;
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  const daysBeforeMonth = Math.floor((153 * monthsSinceMarch + 2) / 5);
  const DAYS_FROM_YEAR_ZERO_MARCH_TO_EPOCH = 719_468;
  return 365 * y + leapDays + daysBeforeMonth + day - 1 - DAYS_FROM_YEAR_ZERO_MARCH_TO_EPOCH;
}
