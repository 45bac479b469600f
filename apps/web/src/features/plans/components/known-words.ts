import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useRuleWords } from '../../../components/words/rule-words.ts'

/** The server's names for what changed a plan's status (PRODUCT §4); a reviewer's own words are not among them. */
const TRIGGERS = [
  'placed',
  'creative_approved',
  'creative_refused',
  'review_overdue',
  'first_delivery',
  'no_delivery',
  'spent',
  'ended',
  'cap_reached',
  'cancelled',
  'stopped',
  'account_disabled',
  'product_closed',
  'tokens_expired',
  'settlement',
] as const

const EVENTS = [
  'impression',
  'viewable',
  'click',
  'video_25',
  'video_50',
  'video_75',
  'video_100',
  'video_start',
  'video_pause',
  'video_resume',
  'video_mute',
  'video_unmute',
  'video_skip',
  'video_error',
  'conversion',
] as const

/** The server's words for triggers, rules and events in the current language; unknown ones stay as they are. */
export function useKnownWords() {
  const t = useMessages('plan')
  const rule = useRuleWords()
  return {
    reason(word: string): string {
      const known = TRIGGERS.find((each) => each === word)
      return known ? t(`reasons.${known}`) : word
    },
    rule,
    event(word: string): string {
      const known = EVENTS.find((each) => each === word)
      return known ? t(`events.${known}`) : word
    },
  }
}
