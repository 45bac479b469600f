import * as z from 'zod/mini'
import { because } from '../fields.ts'

const NAME_LENGTH_MAX = 40

/**
 * A name shown to other customers: single spaces, only visible characters, and one alphabet per word, since
 * look-alike letters could imitate another name. The server checks whom it imitates.
 */
export const shownName = z.string({ error: because('field_invalid') }).check(
  z.overwrite((name) => name.normalize('NFC').replace(/\s+/gu, ' ').trim()),
  z.minLength(1, 'field_required'),
  z.maxLength(NAME_LENGTH_MAX, 'field_too_long'),
  z.refine(isReadable, 'name_unreadable'),
)

/** An emoji as keyboards send it: with variant, skin tone and joined parts. */
const PICTURE = /\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?/u.source
const PICTURES = new RegExp(`${PICTURE}(?:\\u200d${PICTURE})*`, 'gu')
/** Control and format characters, including those that turn the text's direction, and letters drawn as nothing. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** More marks on one letter than any of the languages uses; they would run into other lines. */
const MARKS = /\p{M}{3}/u
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]
/** Letters that another script's can't imitate. */
const UNLIKE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Common}]/u

/** Whether a name can be read: visible letters or digits, and one alphabet in each word. */
export function isReadable(name: string): boolean {
  const text = name.replace(PICTURES, '😀')
  if (UNSEEN.test(text) || MARKS.test(text) || !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text))
    return false
  return (text.normalize('NFKC').match(/[\p{L}\p{M}]+/gu) ?? []).every(isOfOneAlphabet)
}

function isOfOneAlphabet(word: string): boolean {
  const letters = [...word].filter((letter) => /\p{L}/u.test(letter) && !UNLIKE.test(letter))
  const first = letters[0]
  if (first === undefined) return true
  const alphabet = ALPHABETS.find((each) => each.test(first))
  const is_latin_like = letters.some((letter) => ALPHABETS.some((each) => each.test(letter)))
  return alphabet ? letters.every((letter) => alphabet.test(letter)) : !is_latin_like
}
