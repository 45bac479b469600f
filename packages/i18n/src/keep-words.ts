import type { Catalogue } from './catalogue.ts'
import { NO_BREAK_SPACE, WORD_JOINER } from './format-time.ts'

/**
 * Words that browsers' dictionaries lack and would break at the end of a line (UAX #14 leaves scripts without spaces
 * to a dictionary); `|` marks where they would be broken.
 */
const PARTED: Readonly<Record<string, readonly string[]>> = {
  th: [
    'ยัง|ไม่',
    'ถอน|เป็น|เงิน|ไม่ได้',
    // “Not” stays with what it negates.
    'ไม่|',
    'ผ่าน|เกณฑ์',
    'ผ่าน|มา',
    'ความ|ไว้|วาง|ใจ',
    'ความ|หมาย',
    'ลาย|นิ้ว|มือ',
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
    'ล่วง|หน้า',
    'สรุป|ยอด',
    'เข้า|สู่|ระบบ',
    'หมด|อายุ',
    'ระบบ|ทดสอบ',
    'ยอด|สะสม|สูง|สุด',
    'ถูก|กัน|ไว้',
    'ที่|คุณ|ใช้',
    'วัน|ละ',
    'การ|ฝาก',
    'การ|แสดง|ผล',
    'คง|เหลือ',
    'ถอน|เงิน',
    'สกุล|เงิน',
    'ร่วม|งาน',
    'ใช่|ไหม',
    'หน้า|เว็บ',
    'หน้า|จอ',
  ],
  ja: ['た|どって', 'に|つき', '最終|使用', 'その|もの'],
  'zh-Hans': ['怎|么', '什|么', '时|候', '分|钟', '小|时', '盈|亏', '中|位|数', '介|于', '合|计', '未|确|认'],
  'zh-Hant': [
    '怎|麼',
    '什|麼',
    '時|候',
    '分|鐘',
    '小|時',
    '盈|虧',
    '損|益',
    '中|位|數',
    '介|於',
    '合|計',
    '未|確|認',
  ],
}

/**
 * Spaces where no line may break, in any language: before a sign that joins two parts, and between a figure and what
 * it counts. Browsers break after a plain space even if a word joiner follows.
 */
const HELD: readonly RegExp[] = [
  / (?=[·–—] )/g,
  / (?=ๆ)/g,
  /(?<=\} ?×) | (?=× ?\{)/g,
  /(?<=\{\w*(?:seconds|minutes|hours|days|months|years|_count|_clicks|_conversions|_even)\}) (?=\p{L})/gu,
  /(?<=\}) (?=\{currency\})/g,
  // A version's number, with its name.
  / (?=\{policy_version\})/g,
  // The points that a credit score loses.
  /(?<=\{loss\}) (?=\p{L})/gu,
  // Figures next to their unit's name, literal or counted by a plural.
  /(?<=[#\d]) (?=(?:hours?|minutes?|years?|Tage?n?|Stunden?|Minuten?|Monate?n?|Jahre?n?|d[ií]as?|horas?|minutos?|mes(?:es)?|a[nñ]os?|jours?|heures?|mois|ans?|день|дн(?:я|ей)|год|года|лет|ч|giờ|小时|小時)(?!\p{L}))/gu,
  // In English, literal ones stay as SPEC §9 has them.
  /(?<=#) (?=days?(?!\p{L}))/gu,
  // In Thai, a figure and its classifier.
  /(?<=[#\d}]) (?=(?:แผน|วัน|ชั่วโมง|นาที|เดือน|ปี|ครั้ง|ใบ|คะแนน|คน|รูป|คลิก|คอน|ระดับ|บทบาท))/g,
  // In Chinese, a figure and its counter.
  /(?<=[#\d}]) (?=[天个個次分张張级級笔筆位页頁版步星秒条條则則项項年月人名组組类類])/g,
  // In Korean, the parts of “a quarter”.
  /(?<=\d분의) (?=\d)/g,
  // A figure with a sign, which at the beginning of a line would read as a dash.
  / (?=\{(?:lower|median|upper|cumulative|profit)\})/g,
  // The percent sign, which no line may start with.
  / (?=%)/g,
]

/**
 * Further such spaces in one language: between a figure and whatever it counts, and in Russian after a word of one
 * letter, which typography leaves at no line's end. Longer words would leave a narrow page's width with their figure.
 */
const HELD_IN: Readonly<Record<string, readonly RegExp[]>> = {
  ru: [/(?<=[#\d]) (?=\p{L}{1,9}(?!\p{L}))/gu, /(?<=(?<![\p{L}\p{N}])[авикосу]) (?=\S)/giu],
  vi: [/(?<=[#\d]) (?=\p{L})/gu],
}

/** A range such as "30-50", where a line could break after the hyphen; in English it stays as in SPEC §9. */
const RANGE = /(?<=\d[-–〜])(?=\d)/g

/** The hyphen of “E-Mail” and “e-mail”, which is one word. */
const EMAIL = /(?<=(?<!\p{L})e-)(?=mail)/giu

/**
 * Places where a line could break before something that no line starts with: in French between a question's verb and
 * its pronoun, in Korean between a sign, or the figure or name in braces, and its particle.
 */
const CLINGING: Readonly<Record<string, RegExp>> = {
  fr: /(?<=\p{L}-)(?=(?:t-)?(?:je|tu|ils?|elles?|on|nous|vous|ce)(?!\p{L}))/gu,
  ko: /(?<=[%’”)}])(?=\p{Script=Hangul})/gu,
}

/** Places where a line may break although there is no space: in Korean within a range, and before a quarter's bracket. */
const OPEN: Readonly<Record<string, RegExp>> = {
  ko: /(?<=\}~)(?=\{)|(?<=\d분의.\d)(?=\()/g,
}
const BREAK_OPPORTUNITY = '\u200b'
const UNSEEN = new RegExp(`[${WORD_JOINER}${BREAK_OPPORTUNITY}]`, 'g')

/** Keeps the catalogue's words and figures together at line ends, with invisible characters and no-break spaces. */
export function keepWords(language: string, catalogue: Catalogue): Catalogue {
  return mapped(catalogue, (text) => keepText(language, text))
}

/** Does for one text what `keepWords` does for a catalogue. */
export function keepText(language: string, text: string): string {
  const kept = (PARTED[language] ?? []).reduce(
    (said, parts) => said.replaceAll(parts.replaceAll('|', ''), parts.replaceAll('|', WORD_JOINER)),
    (HELD_IN[language] ?? []).reduce((said, space) => said.replace(space, NO_BREAK_SPACE), keepFigures(text)),
  )
  const clinging = CLINGING[language]
  const open = OPEN[language]
  const opened = open ? kept.replace(open, BREAK_OPPORTUNITY) : kept
  const whole = (clinging ? opened.replace(clinging, WORD_JOINER) : opened).replace(EMAIL, WORD_JOINER)
  return language === 'en' ? whole : whole.replace(RANGE, WORD_JOINER)
}

/** Keeps figures next to what they count, and signs on the line of what they follow. */
function keepFigures(message: string): string {
  return HELD.reduce((text, space) => text.replace(space, NO_BREAK_SPACE), message)
}

function mapped(catalogue: Catalogue, change: (text: string) => string): Catalogue {
  return Object.fromEntries(
    Object.entries(catalogue).map(([key, value]) => [
      key,
      typeof value === 'string' ? change(value) : mapped(value, change),
    ]),
  )
}

/** A text as it reads, for files and letters: without the invisible characters that only say where lines may break. */
export function withoutJoiners(text: string): string {
  return text.replaceAll(UNSEEN, '')
}
