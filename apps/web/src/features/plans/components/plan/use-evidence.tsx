import { useFormatters } from '@adtally/i18n/use-formatters.ts'
import { useMessages } from '@adtally/i18n/use-messages.ts'
import type { ReactNode } from 'react'
import type { InvalidEvent } from '../../api/plans.ts'
import { useKnownWords } from '../known-words.ts'

const PLAIN = [
  'known_crawler',
  'automation',
  'data_centre',
  'prefetch',
  'foreign_page',
  'changed_visitor',
  'impossible_times',
  'impossible_sequence',
  'tainted_device',
  'visitor_outlier',
  'click_outlier',
  'conversion_outlier',
  'over_cap',
  'over_lease',
  'not_billable',
] as const
const LIMITS = ['device_velocity', 'address_velocity'] as const

/**
 * What a rule says of the events that it found invalid, with the figures of its version, in the current language; as it
 * was published, in English, where there is no translation.
 */
export function useEvidence(): (event: InvalidEvent) => ReactNode {
  const words = useMessages('planResult')
  const { number } = useFormatters()
  const known = useKnownWords()
  return ({ rule, rule_text, rule_figures, follows_from }) => {
    if (rule === 'tainted_decision' && follows_from)
      return words('evidence.tainted_decision', {
        event: known.event(follows_from.kind),
        rule: known.rule(follows_from.rule),
      })
    const plain = PLAIN.find((each) => each === rule)
    if (plain) return words(`evidence.${plain}`)
    const limit = LIMITS.find((each) => each === rule)
    const { impressions_per_minute, clicks_per_minute } = rule_figures
    if (limit && impressions_per_minute !== undefined && clicks_per_minute !== undefined) {
      return words(`evidence.${limit}`, {
        impressions: number(impressions_per_minute),
        clicks: number(clicks_per_minute),
      })
    }
    return <span lang="en">{rule_text}</span>
  }
}
