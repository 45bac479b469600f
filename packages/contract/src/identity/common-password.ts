import words from './common-words.json' with { type: 'json' }

/** The most common words in passwords, from published lists of recent years; all lower-case letters. */
const WORDS = new Set(words)

/** Rows and columns of keyboards, forwards. */
const WALKS = [
  '`1234567890-=',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  'qwertzuiop',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujmikolp',
  '01234567890123456789',
  '!@#$%^&*()_+',
]
const BOTH_WAYS = WALKS.flatMap((walk) => [walk, [...walk].reverse().join('')])

const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
}

/** The shortest run of a walk that counts. */
const WALK_LENGTH_MIN = 3
/** A password is common if no more than this stays unexplained. */
const REST_LENGTH_MAX = 2

/**
 * Whether a password is among those guessed first (PRODUCT §7): a common word or two with digits and signs around
 * them, a keyboard walk, a repetition, a date or another short number, or made of `own` texts (username, e-mail
 * address, the brand's name). Covers every entry of the usual lists with at least eight characters, and their
 * decorated forms, which lists lack.
 */
export function isCommonPassword(password: string, own: readonly string[]): boolean {
  const folded = password.normalize('NFKC').toLowerCase()
  if (/^\d{1,9}$/.test(folded) || isRepetition(folded)) return true
  const parts = new Set(own.flatMap((text) => partsOf(text.toLowerCase())))
  const isWord = (text: string) => WORDS.has(text) || (text.length >= 3 && parts.has(text))
  const plain = folded.normalize('NFKD').replace(/\p{M}/gu, '')
  const trimmed = plain.replace(/[^a-z]+$/, '')
  const spellings = [folded, plain, unleet(plain), ...(trimmed === '' ? [] : [unleet(trimmed)])]
  return spellings.some((spelling) => {
    const letters = spelling.replace(/[^\p{L}\p{N}]/gu, '')
    const core = letters === '' ? spelling : letters
    return explainedLength(core, isWord) >= core.length - REST_LENGTH_MAX
  })
}

/** A text's words, and all of them together, since guessing also tries an address as a password. */
function partsOf(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u)
  return [...words, words.join('')]
}

function unleet(text: string): string {
  return [...text].map((letter) => LEET[letter] ?? letter).join('')
}

/** One block repeated: `aaaaaaaa`, `abcabcabc`, `1212121212`. */
function isRepetition(text: string): boolean {
  return /^(.{1,4})\1+.{0,3}$/u.test(text)
}

/** How many characters are words (at most two), keyboard walks, years or runs of digits at the ends. */
function explainedLength(core: string, isWord: (text: string) => boolean): number {
  const letters_start = core.search(/\D/)
  if (letters_start === -1) return longestWalk(core, 0)
  const body = core.replace(/^\d{1,4}(?=\D)/, '').replace(/(?<=\D)\d{1,4}$/, '')
  const at_ends = core.length - body.length
  if (isWord(body)) return core.length
  for (let cut = 3; cut <= body.length - 3; cut += 1) {
    if (isWord(body.slice(0, cut)) && isWord(body.slice(cut))) return core.length
  }
  return Math.max(walkedLength(core), at_ends + walkedLength(body))
}

/** How many characters are in walks, scanning from left to right. */
function walkedLength(text: string): number {
  let walked = 0
  let position = 0
  while (position < text.length) {
    const length = longestWalk(text, position)
    if (length >= WALK_LENGTH_MIN) walked += length
    position += Math.max(length, 1)
  }
  return walked
}

function longestWalk(text: string, start: number): number {
  let longest = 0
  for (let end = start + WALK_LENGTH_MIN; end <= text.length; end += 1) {
    if (!BOTH_WAYS.some((walk) => walk.includes(text.slice(start, end)))) break
    longest = end - start
  }
  return longest
}
