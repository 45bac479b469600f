import { useLocale } from 'use-intl/react'

/** What stands between two sentences that are texts of their own: Chinese and Japanese full stops bring their own room. */
export function useSentenceGap(): string {
  return /^(zh|ja)/.test(useLocale()) ? '' : ' '
}
