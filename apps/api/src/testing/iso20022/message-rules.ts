/** An element's content in terms of XML Schema: a text, a sequence of elements, or a choice of them. */
export type Content =
  | { kind: 'text'; accepts: (text: string) => boolean; attribute?: { name: string; accepts: Accepts } }
  | { kind: 'sequence' | 'choice'; of: readonly Particle[] }

type Accepts = (text: string) => boolean

/** An element and how often it may occur. */
export interface Particle {
  name: string
  content: Content
  min: number
  max: number
}

/** A message: its namespace, and the content of its `Document`. */
export interface Message {
  namespace: string
  document: Content
}

/** An element that occurs once. */
export const one = (name: string, content: Content): Particle => ({ name, content, min: 1, max: 1 })
/** An element that occurs at most once. */
export const optional = (name: string, content: Content): Particle => ({ name, content, min: 0, max: 1 })
/** An element that occurs any number of times. */
export const any = (name: string, content: Content): Particle => ({ name, content, min: 0, max: Infinity })
/** An element that occurs at least once. */
export const some = (name: string, content: Content): Particle => ({ name, content, min: 1, max: Infinity })

/** Elements in this order. */
export const sequence = (...of: readonly Particle[]): Content => ({ kind: 'sequence', of })
/** One of these elements. */
export const choice = (...of: readonly Particle[]): Content => ({ kind: 'choice', of })

const textOf = (accepts: Accepts): Content => ({ kind: 'text', accepts })

/** `MaxNText`: 1 to `max` characters, counted in code points. */
export const maxText = (max: number): Content =>
  textOf((text) => text !== '' && Array.from(text).length <= max)
/** A text of this form. */
export const pattern = (form: RegExp): Content => textOf((text) => form.test(text))
/** A code of a closed list. */
export const oneOf = (...values: readonly string[]): Content => textOf((text) => values.includes(text))

/** `ISODate` and `ISODateTime`; the day has to exist. */
export const isoDate = textOf((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text))
export const isoDateTime = textOf(
  (text) =>
    /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?(Z|[+-](0\d|1[0-3]):[0-5]\d)?$/.test(text) &&
    isDay(text),
)

/** Whether a decimal has at most so many digits, and so many after the point; insignificant zeros don't count. */
const isDecimal = (text: string, digits: { total: number; fraction: number }) => {
  const found = /^-?0*(\d*)(?:\.(\d*?)0*)?$/.exec(text)
  const [whole = '', fraction = ''] = found?.slice(1) ?? []
  return (
    /\d/.test(text) &&
    found !== null &&
    fraction.length <= digits.fraction &&
    whole.length + fraction.length <= digits.total
  )
}

/** `DecimalNumber`: 18 digits, 17 of them after the point. */
export const decimalNumber = textOf((text) => isDecimal(text, { total: 18, fraction: 17 }))

const isCurrency: Accepts = (text) => /^[A-Z]{3}$/.test(text)
/** `ActiveOrHistoricCurrencyCode`. */
export const currencyCode = textOf(isCurrency)

/** `ActiveOrHistoricCurrencyAndAmount`: at least 0, 18 digits, five after the point, with its currency. */
export const amountWithCurrency: Content = {
  kind: 'text',
  accepts: (text) => !text.startsWith('-') && isDecimal(text, { total: 18, fraction: 5 }),
  attribute: { name: 'Ccy', accepts: isCurrency },
}

/** `AccountIdentification4Choice` in an account with only its currency beside it. */
export const account = sequence(
  one(
    'Id',
    choice(
      one('IBAN', pattern(/^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/)),
      one('Othr', sequence(one('Id', maxText(34)))),
    ),
  ),
  optional('Ccy', currencyCode),
)

/** `PartyIdentification135`, known by name. */
export const party = sequence(optional('Nm', maxText(140)))

/** `DateAndDateTime2Choice`. */
export const dateOrTime = choice(one('Dt', isoDate), one('DtTm', isoDateTime))

/** `Max15NumericText`. */
export const count = pattern(/^[0-9]{1,15}$/)

function isDay(text: string): boolean {
  const day = text.slice(0, 10)
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}
