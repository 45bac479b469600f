import { useMessages } from '@adtally/i18n/use-messages.ts'

/** The published rules of invalid traffic (PRODUCT §5), and the reasons for refused conversions. */
const RULES = [
  'known_crawler',
  'impossible_sequence',
  'tainted_decision',
  'tainted_device',
  'device_velocity',
  'address_velocity',
  'automation',
  'data_centre',
  'prefetch',
  'foreign_page',
  'changed_visitor',
  'impossible_times',
  'visitor_outlier',
  'click_outlier',
  'conversion_outlier',
  'not_billable',
  'over_cap',
  'over_lease',
  'plan_settled',
  'plan_not_running',
] as const

/** The server's rules in the current language; unknown ones stay as they are. */
export function useRuleWords(): (word: string) => string {
  const t = useMessages('plan')
  return (word) => {
    const known = RULES.find((each) => each === word)
    return known ? t(`invalidRules.${known}`) : word
  }
}
