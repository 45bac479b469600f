import type { Catalogue } from './catalogue.ts'

const WORD_JOINER = '\u2060'

/**
 * Words that a browser's dictionary does not know whole and would break into parts at the end of a line (UAX #14 leaves
 * scripts without spaces to a dictionary), or at their hyphen; a line marks where it breaks them.
 */
const PARTED: Readonly<Record<string, readonly string[]>> = {
  fr: ['-|vous'],
  th: [
    'ไม่|ผ่าน|เกณฑ์',
    'ผ่าน|เกณฑ์',
    'ความ|ไว้|วาง|ใจ',
    'ความ|หมาย',
    'ลายนิ้ว|มือ',
    'กระเป๋า|เงิน',
    'ค่า|ธรรมเนียม',
    'ค่า|แฮช',
    'น้ำ|หนัก',
    'ผู้|อื่น',
    'ลง|นาม',
    'เท่า|นี้',
    'คอน|เวอร์ชัน',
    'ทราฟ|ฟิก',
    'แลน|ดิง|เพจ',
    'พาส|คีย์',
    'ออฟ|ไลน์',
    'อัป|โหลด',
    'ข้อ|ความ',
    'ราย|ได้',
    'ค่า|ใช้|จ่าย',
    'เงิน|ตั้ง|ต้น',
    'ถูก|ต้อง',
    'ค่า|ตอบ|แทน',
    'ผู้|ลง|โฆษณา',
    'ผู้|เผย|แพร่',
    'ผู้รับ|แลก',
    'เจ้า|หน้าที่',
    'ไม่|ได้',
    'ไม่|ว่า',
    'ล่วง|หน้า',
    'สรุป|ยอด',
  ],
}

/**
 * Signs that must not begin a line although a space stands before them, with the space that holds them: browsers break
 * after a plain space even where a word joiner follows it.
 */
const HELD: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  th: [[' ๆ', '\u00a0ๆ']],
}

/** Languages whose longer words part a figure from its unit at the end of a phone's line. */
const WITH_UNITS: ReadonlySet<string> = new Set(['de', 'es', 'fr', 'pt'])

/** Units of time and their figures, as `{hours}`, `7` or a plural's `#`. */
const TIMES =
  /([#\d]|[{_](?:hours|days|minutes|months)\}) (?=(?:Tage?n?|Stunden?|Minuten?|Monate?n?|d[ií]as?|horas?|minutos?|mes(?:es)?|jours?|heures?|minutes?|mois)(?!\p{L}))/gu

/** What belongs to the figure or word before it: a dot or dash between two parts, a currency, a range's end, a unit. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/ (?=[·–] )/g, '\u00a0'],
  [/\} (?=\{currency\})/g, '}\u00a0'],
  [/(\d[-–])(?=\d)/g, `$1${WORD_JOINER}`],
  [TIMES, '$1\u00a0'],
]

/** The catalogue with its language's words kept whole at the end of a line, by word joiners and spaces that nobody sees. */
export function keepWords(language: string, catalogue: Catalogue): Catalogue {
  const parted = (PARTED[language] ?? []).map(
    (parts) => [parts.replaceAll('|', ''), parts.replaceAll('|', WORD_JOINER)] as const,
  )
  const words = [...parted, ...(HELD[language] ?? [])]
  return keepUnits(language, words.length === 0 ? catalogue : joined(catalogue, words))
}

/** The catalogue with its figures and their units kept on one line. */
export function keepUnits(language: string, catalogue: Catalogue): Catalogue {
  return WITH_UNITS.has(language) ? joined(catalogue, UNITS) : catalogue
}

function joined(catalogue: Catalogue, words: readonly (readonly [string | RegExp, string])[]): Catalogue {
  return Object.fromEntries(
    Object.entries(catalogue).map(([key, value]) => {
      if (typeof value !== 'string') return [key, joined(value, words)]
      return [key, words.reduce((text, [whole, parts]) => text.replaceAll(whole, parts), value)]
    }),
  )
}
