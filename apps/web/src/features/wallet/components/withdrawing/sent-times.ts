import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { Quote } from '../../api/quote.ts'

/** The published times within which withdrawals were sent, or a note that there are too few to publish. */
export function useSentTimes(): (terms: Quote) => string {
  const t = useMessages('wallet')
  const { remaining } = useFormatters()
  const start = new Date(0)
  return ({ sent_after_ms_median, sent_after_ms_p95, sent_count, sent_late_count }) => {
    if (sent_after_ms_median === null || sent_after_ms_p95 === null) return t('noSentTimes')
    return t('sentTimes', {
      count: sent_count,
      late: sent_late_count,
      half: remaining(new Date(sent_after_ms_median), start),
      most: remaining(new Date(sent_after_ms_p95), start),
    })
  }
}
