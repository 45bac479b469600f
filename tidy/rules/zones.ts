import { lineAt, type Rule, type SourceFile, type Violation } from '../tree.ts'

const LAID = /^apps\/api\/(migrations|src\/database\/routines)\/.*\.sql$/
/** A function with a zone of its own depends on no session's. */
const OWN_ZONE = /^\s*set\s+timezone\s+to\s+'UTC'/im

/** Lengths that last equally long in every zone; a day or a month doesn't. */
const FIXED_LENGTH =
  /^-?(\d+ (microsecond|millisecond|second|minute|hour)s?|\d\d:\d\d)( \d+ (second|minute|hour)s?)*$/
const ZONED_LITERAL = /^-?(epoch|infinity)$|\d:\d\d.*(Z|[+-]\d\d(:?\d\d)?)$/
/** What stands before a day or a month that is added to the clock of a named zone. */
const ON_A_CLOCK = /\bat\s+time\s+zone\s+('[^']*'|[\w.]+)\s*\)*\s*[+-]\s*$/i
const ON_NAMED_CLOCK = /\bat\s+time\s+zone\s|\+\s*time\s+'/i
const SAME_IN_ALL_ZONES = /^\s*'(microseconds|milliseconds|second)'\s*,/

/** One thing that goes by the session's zone: what to look for, and when it is harmless after all. */
interface Dependence {
  pattern: RegExp
  isHarmless(found: Found): boolean
}

interface Found {
  match: RegExpExecArray
  /** What stands before the match. */
  before: string
  /** The arguments of the call whose parenthesis the match ends with. */
  call: string
}

const DEPENDENCES: readonly Dependence[] = [
  {
    pattern: /\binterval\s+'([^']*)'/gi,
    isHarmless: ({ match, before }) => FIXED_LENGTH.test(match[1] ?? '') || ON_A_CLOCK.test(before),
  },
  { pattern: /(::|\bas\s+)interval\b/gi, isHarmless: () => false },
  {
    pattern: /\bmake_interval\(/gi,
    isHarmless: ({ call }) => /^\s*(hours|mins|secs)\s*=>[^=]*$/i.test(call),
  },
  { pattern: /\bjustify_(days|hours|interval)\(/gi, isHarmless: () => false },
  {
    pattern: /\bdate_trunc\(/gi,
    isHarmless: ({ call }) =>
      SAME_IN_ALL_ZONES.test(call) || ON_NAMED_CLOCK.test(call) || /,\s*'UTC'\s*$/.test(call),
  },
  {
    pattern: /\b(to_char|date_part)\(/gi,
    isHarmless: ({ call }) => ON_NAMED_CLOCK.test(call),
  },
  {
    pattern: /\bextract\(/gi,
    isHarmless: ({ call }) => /^\s*epoch\s/i.test(call) || ON_NAMED_CLOCK.test(call),
  },
  { pattern: /\bage\(/gi, isHarmless: ({ call }) => /^\w+\.xmin$/.test(call) },
  { pattern: /\b(current_date|current_time|localtime|localtimestamp)\b/gi, isHarmless: () => false },
  {
    pattern: /::(date|timestamp|time)\b/gi,
    isHarmless: ({ before }) => ON_NAMED_CLOCK.test(lastGroup(before)),
  },
  { pattern: /\bas\s+(date|timestamp|time)\s*\)/gi, isHarmless: () => false },
  {
    pattern: /\btimestamptz\s+'([^']*)'/gi,
    isHarmless: ({ match }) => ZONED_LITERAL.test(match[1] ?? ''),
  },
  // The length between two moments is in days and hours.
  { pattern: /[+-]\s*\(\s*[\w.]+(_at|now\(\))\s*-\s*[\w.]+(_at|now\(\))\s*\)/gi, isHarmless: () => false },
]

/**
 * No function, view or constraint goes by the zone of the session, which any login sets: in a zone that jumps, ten days
 * last two hours. Lengths are in hours, days and months are of a named zone.
 */
export const timesGoByNoSessionsZone: Rule = (tree) =>
  [...tree.values()]
    .filter(({ path, text }) => LAID.test(path) && !OWN_ZONE.test(text))
    .flatMap((file) => DEPENDENCES.flatMap((dependence) => faultsOf(file, dependence)))

function faultsOf({ path, text }: SourceFile, { pattern, isHarmless }: Dependence): Violation[] {
  const code = text.replaceAll(/--.*$/gm, (comment) => ' '.repeat(comment.length))
  return [...code.matchAll(pattern)]
    .filter((match) => {
      const end = match.index + match[0].length
      return !isHarmless({ match, before: code.slice(0, match.index), call: argumentsAt(code, end) })
    })
    .map(({ 0: found, index }) => ({
      path,
      line: lineAt(text, index),
      message: `"${found}" goes by the session's time zone, which any login sets`,
    }))
}

/** What stands between a parenthesis that was opened just before `start` and its end. */
function argumentsAt(code: string, start: number): string {
  let depth = 1
  for (let end = start; end < code.length; end += 1) {
    if (code[end] === '(') depth += 1
    else if (code[end] === ')') depth -= 1
    if (depth === 0) return code.slice(start, end)
  }
  return code.slice(start)
}

/** The group in parentheses that a text ends with; empty if it ends otherwise. */
function lastGroup(text: string): string {
  if (!text.endsWith(')')) return ''
  let depth = 0
  for (let start = text.length - 1; start >= 0; start -= 1) {
    if (text[start] === ')') depth += 1
    else if (text[start] === '(') depth -= 1
    if (depth === 0) return text.slice(start)
  }
  return text
}
