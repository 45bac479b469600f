import { useMessages } from '@adtally/i18n/use-messages.ts'

/** What made a plan change its status (PRODUCT §4), as the server names it; a reviewer's own words are none of these. */
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

/** The published rules of invalid traffic (PRODUCT §5), and why a conversion was refused. */
const RULES = [
  'known_crawler',
  'impossible_sequence',
  'device_velocity',
  'address_velocity',
  'not_billable',
  'plan_settled',
  'plan_not_running',
] as const

const EVENTS = [
  'impression',
  'viewable',
  'click',
  'video_25',
  'video_50',
  'video_75',
  'video_100',
  'conversion',
] as const

/** The server's words for triggers, rules and events in the language on screen; what is not known stays as it is. */
export function useKnownWords() {
  const t = useMessages('plan')
  return {
    reason(word: string): string {
      const known = TRIGGERS.find((each) => each === word)
      return known ? t(`reasons.${known}`) : word
    },
    rule(word: string): string {
      const known = RULES.find((each) => each === word)
      return known ? t(`invalidRules.${known}`) : word
    },
    event(word: string): string {
      const known = EVENTS.find((each) => each === word)
      return known ? t(`events.${known}`) : word
    },
  }
}
