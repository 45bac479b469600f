/** Words for the company and its people, in lower case. */
const WORDS_OF_OFFICE = [
  // English, and words that other languages borrowed from it.
  'support official officials service services admin admins administrator administration administrators',
  'moderator moderators staff helpdesk sysadmin webmaster system',
  'help helpcenter helpcentre operator operators payments withdrawals verification compliance',
  // de
  'kundenservice kundendienst kundenbetreuung kundensupport offiziell offizielle offizieller offizielles verwaltung mitarbeiter',
  'hilfe kundenbetreuer kundenbetreuerin sicherheitsteam buchhaltung auszahlungsstelle',
  // fr
  'assistance officiel officielle administrateur administratrice modérateur modératrice opérateur opératrice',
  // es
  'soporte oficial servicio administrador administradora administración moderador moderadora ayuda operador operadora',
  // pt
  'suporte atendimento serviço administradora administração',
  // ru
  'поддержка техподдержка официальный официальная официально официальное сервис служба админ администратор администрация модератор',
  'помощь оператор бухгалтерия',
  // vi
  'cskh',
  // zh: part of a common wish, so only as a whole word.
  '财务 財務',
  // Languages that the app does not offer: ar, id, tr, nl, it.
  'الدعم dukungan destek klantenservice assistenza',
].flatMap((line) => line.split(' '))

const PHRASES_OF_OFFICE = [
  'help desk',
  'customer care',
  'security team',
  'finance team',
  'trust and safety',
  'trust safety',
  'sandbox bank',
  'service client',
  'conseiller client',
  'conseillère client',
  'équipe de sécurité',
  'atención al cliente',
  'equipo de seguridad',
  'atendimento ao cliente',
  'central de ajuda',
  'equipe de segurança',
  'hỗ trợ',
  'chính thức',
  'chăm sóc khách hàng',
  'quản trị',
  'nhân viên',
  'dịch vụ',
  // Languages that the app does not offer: ar, hi, id, tr, pl.
  'خدمة العملاء',
  'ग्राहक सेवा',
  'layanan pelanggan',
  'müşteri hizmetleri',
  'obsługa klienta',
  'obsluga klienta',
]

/** Also a person's name with other accents or none (Aidé, Tong Dai), so matched only as written here. */
const AS_WRITTEN = ['aide', 'tổng đài'].map((phrase) => ` ${phrase} `)

/** In scripts without spaces between words, matched anywhere in a name. */
const PARTS_OF_OFFICE = [
  'サポート',
  '公式',
  'カスタマー',
  '運営',
  '管理者',
  '管理人',
  'スタッフ',
  '事務局',
  'ヘルプ',
  'お客様センター',
  '고객센터',
  '고객지원',
  '고객서비스',
  '공식',
  '관리자',
  '운영자',
  '운영팀',
  '상담원',
  '지원팀',
  '도움말',
  '客服',
  '官方',
  '管理员',
  '管理員',
  '客户服务',
  '客戶服務',
  '工作人员',
  '工作人員',
  '服务中心',
  '服務中心',
  '运营',
  '營運',
  '運營',
  '财务部',
  '財務部',
  '财务中心',
  '財務中心',
  '安全中心',
  'บริการลูกค้า',
  'เจ้าหน้าที่',
  'แอดมิน',
  'ทางการ',
  'ผู้ดูแล',
  'ซัพพอร์ต',
  'ฝ่ายสนับสนุน',
]

/** Letters of other alphabets, signs and digits, with the Latin letters they look like. */
const LOOKS_LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'a:аαɑ@4',
    'b:вβ8',
    'c:сϲ',
    'd:ԁ',
    'e:еєε3',
    'g:ɡ9',
    'h:нһ',
    'i:іιı1|!lӏ',
    'j:ј',
    'k:кκ',
    'm:м',
    'n:пη',
    'o:оοσ0',
    'p:рρ',
    's:ѕ5$',
    't:тτ7',
    'u:υ',
    'v:ν',
    'w:ѡω',
    'x:хχ',
    'y:уγ',
    'z:2',
  ].flatMap((line) => [...line.slice(2)].map((letter) => [letter, line.charAt(0)])),
)

/** The first flag letter, the first boxed letter, and how many there are. */
const [FLAG_A, BOXED_A, LETTERS] = [0x1f1e6, 0x1f170, 26] as const

/** Cyrillic letters with their sounds. */
const SOUNDS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'а:a б:b в:v г:g ґ:g д:d е:e ё:e є:e ж:zh з:z и:i і:i ї:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f ' +
    'х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya'
  )
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(2)]),
)

/**
 * The shipped brand's name in scripts that no rule maps back to it. Other brands are not known here; in Cyrillic they
 * are found by sound.
 */
const SPELLINGS: ReadonlyMap<string, readonly string[]> = new Map([
  [
    skeleton('Adtally'),
    ['阿德塔利', '阿德塔莉', 'アドタリー', 'アドタリ', '애드탤리', '애드탈리'].map(skeleton),
  ],
])

const OFFICE = {
  // Phrases too, for names without spaces.
  words: new Set(
    [...WORDS_OF_OFFICE, ...PHRASES_OF_OFFICE.map((phrase) => phrase.replaceAll(' ', ''))].map(skeleton),
  ),
  phrases: PHRASES_OF_OFFICE.map((phrase) => ` ${skeleton(phrase)} `),
  parts: PARTS_OF_OFFICE.map(skeleton),
}
/** A shorter brand name is only matched as a word, because it is part of too many others. */
const BRAND_PART_LENGTH_MIN = 4

/**
 * Whether a name looks like the company's or its people's: the brand's name or a word of office in any of the twelve
 * languages, also with look-alike letters and anything in between. The shipped brand's name is known in other
 * scripts, any brand's by its sound in Cyrillic.
 */
export function posesAsOffice(name: string, brand: string): boolean {
  const spaced = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  const own = skeleton(brand).replaceAll(' ', '')
  if (soundsLike(name, brand)) return true
  if (AS_WRITTEN.some((phrase) => ` ${wordsOf(name.normalize('NFKC').toLowerCase())} `.includes(phrase)))
    return true
  return [skeleton(spaced), skeleton(spaced.replace(/\p{N}+/gu, ' ')), skeleton(name)].some((text) => {
    const whole = text.replaceAll(' ', '')
    const words = text.split(' ')
    if (own !== '' && (words.includes(own) || (own.length >= BRAND_PART_LENGTH_MIN && whole.includes(own))))
      return true
    if (SPELLINGS.get(own)?.some((spelling) => whole.includes(spelling))) return true
    return (
      OFFICE.words.has(whole) ||
      words.some((word) => OFFICE.words.has(word)) ||
      OFFICE.phrases.some((phrase) => ` ${text} `.includes(phrase)) ||
      OFFICE.parts.some((part) => whole.includes(part))
    )
  })
}

/** What a text looks like: its letters' shapes without accents and case, words separated by one space. */
function skeleton(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase().normalize('NFKD')
  // In other scripts, marks are vowels.
  const bare = folded.replace(/([\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])\p{M}+/gu, '$1')
  const alike = [...bare.normalize('NFC')].map((letter) => LOOKS_LIKE[letter] ?? boxedLetter(letter)).join('')
  return wordsOf(alike.replaceAll('đ', 'd'))
}

function wordsOf(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim()
}

/** Whether a Cyrillic name sounds like the brand's. */
function soundsLike(name: string, brand: string): boolean {
  if (!/\p{Script=Cyrillic}/u.test(name)) return false
  const own = sound(brand)
  return own.length >= BRAND_PART_LENGTH_MIN && sound(name).includes(own)
}

/** Roughly how a text sounds: Cyrillic as Latin letters, repeated letters once. */
function sound(text: string): string {
  const letters = [...wordsOf(text.normalize('NFKC').toLowerCase())].map((letter) => SOUNDS[letter] ?? letter)
  return letters
    .join('')
    .replaceAll(' ', '')
    .replaceAll('y', 'i')
    .replace(/(.)\1+/gu, '$1')
}

/** The letter that a flag or boxed letter shows; other characters unchanged. */
function boxedLetter(letter: string): string {
  const point = letter.codePointAt(0) ?? 0
  const first = [FLAG_A, BOXED_A].find((start) => point >= start && point < start + LETTERS)
  return first === undefined ? letter : (LOOKS_LIKE[letterAt(point - first)] ?? letterAt(point - first))
}

function letterAt(index: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + index)
}
