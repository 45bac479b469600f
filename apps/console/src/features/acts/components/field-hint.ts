import { FIELD_KINDS, type Field } from '@adtally/contract/operator/statement/field-kinds.ts'
import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useStatementWords } from '../../../lib/statement-words.ts'

const BYTES_PER_MB = 1_000_000

/** What a field takes, and its bounds, in words. */
export function useFieldHint(): (field: Field) => string {
  const t = useMessages('consoleActs.bounds')
  const words = useStatementWords()
  const format = useFormatters()

  const rangeOf = ({ minimum, maximum }: Field['bounds']) => {
    if (minimum !== undefined && maximum !== undefined)
      return t('range', { minimum: format.number(minimum), maximum: format.number(maximum) })
    if (minimum !== undefined) return t('atLeast', { minimum: format.number(minimum) })
    return maximum !== undefined && t('atMost', { maximum: format.number(maximum) })
  }

  const lengthOf = ({ length_min, length_max }: Field['bounds']) => {
    if (length_max === undefined) return false
    if (length_min === undefined) return t('lengthMax', { count: length_max })
    return t('lengthRange', { minimum: format.number(length_min), maximum: format.number(length_max) })
  }

  return ({ kind, bounds }) => {
    const says = words.kind(kind, FIELD_KINDS[kind])
    const example =
      bounds.example !== undefined &&
      !says.includes(bounds.example) &&
      t('example', { example: bounds.example })
    const size =
      bounds.bytes_max !== undefined && t('bytesMax', { megabytes: bounds.bytes_max / BYTES_PER_MB })
    return [says, example, rangeOf(bounds), lengthOf(bounds), size].filter(Boolean).join(' · ')
  }
}
