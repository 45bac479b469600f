import * as z from 'zod/mini'

/** An emoji as keyboards send it: with variant, skin tone and joined parts. */
const EMOJI = /\p{ExtPict}\p{EMod}?\ufe0f?(?:\u200d\p{ExtPict}\p{EMod}?\ufe0f?)*|[\d#*]\ufe0f\u20e3/u.source
/**
 * What nobody sees, or what turns the direction of the text beside it: control signs but tab and line feed, format signs,
 * characters of nobody's alphabet, and those drawn as nothing.
 */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Co}\p{DI}\u2800\ufff9-\ufffb]/u.source
const EMOJI_OR_UNSEEN = new RegExp(`(${EMOJI})|${UNSEEN}`, 'gu')
const LINE_ENDS = /\r\n?|[\u2028\u2029]/g

/** A text as it is seen, lines ended by a line feed: without signs that would hide, turn or counterfeit parts of it. */
export function asSeen(text: string): string {
  return text.replace(LINE_ENDS, '\n').replace(EMOJI_OR_UNSEEN, (_sign, emoji = '') => emoji)
}

/**
 * Input with its free texts as they are seen, whoever typed them. Free text is what a schema trims and asks nothing of but its
 * length; passwords are taken as they come, and names shown to others are refused by their own rule (`shownName`).
 */
export function withSeenTexts(schema: z.core.$ZodType, input: unknown): unknown {
  return hasFreeText(schema) ? cleaned(schema, input) : input
}

const with_free_text = new WeakMap<z.core.$ZodType, boolean>()

/** Most schemas have none, and what they parse is not looked through: it may be large, and deeper than any schema. */
function hasFreeText(schema: z.core.$ZodType): boolean {
  let known = with_free_text.get(schema)
  if (known === undefined) {
    known = schema instanceof z.core.$ZodString ? isFreeText(schema) : partsOf(schema).some(hasFreeText)
    with_free_text.set(schema, known)
  }
  return known
}

function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable)
    return [schema._zod.def.innerType]
  if (schema instanceof z.core.$ZodPipe) return [schema._zod.def.in]
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options
  if (schema instanceof z.core.$ZodArray) return [schema._zod.def.element]
  if (schema instanceof z.core.$ZodRecord) return [schema._zod.def.valueType]
  return schema instanceof z.core.$ZodObject ? Object.values(schema._zod.def.shape) : []
}

function cleaned(schema: z.core.$ZodType, input: unknown): unknown {
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNullable)
    return cleaned(schema._zod.def.innerType, input)
  if (schema instanceof z.core.$ZodPipe) return cleaned(schema._zod.def.in, input)
  if (schema instanceof z.core.$ZodUnion)
    return schema._zod.def.options.reduce((given, option) => cleaned(option, given), input)
  if (typeof input === 'string')
    return schema instanceof z.core.$ZodString && hasFreeText(schema) ? asSeen(input) : input
  if (schema instanceof z.core.$ZodArray && Array.isArray(input))
    return input.map((item) => cleaned(schema._zod.def.element, item))
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  if (schema instanceof z.core.$ZodRecord)
    return withMembers(input, (_name, member) => cleaned(schema._zod.def.valueType, member))
  if (!(schema instanceof z.core.$ZodObject)) return input
  const { shape } = schema._zod.def
  return withMembers(input, (name, member) => {
    const own = shape[name]
    return own ? cleaned(own, member) : member
  })
}

function withMembers(input: object, of: (name: string, member: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(input).map(([name, member]) => [name, of(name, member)]))
}

const LENGTHS = ['min_length', 'max_length']

function isFreeText(schema: z.core.$ZodString): boolean {
  const checks = (schema._zod.def.checks ?? []).map((check) => check._zod.def.check)
  return (
    checks.includes('overwrite') && checks.every((check) => check === 'overwrite' || LENGTHS.includes(check))
  )
}
