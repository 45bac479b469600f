import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useLocale } from 'use-intl/react'
import type { Term } from '../../../../components/words/term-list.tsx'
import type { Product } from '../../api/products.ts'

/** The marketplace's closed lists, with names in the catalogue; not the contract's, which the first page would load too. */
const DEVICES = ['phone', 'tablet', 'desktop', 'tv'] as const
const OPERATING_SYSTEMS: Readonly<Record<string, string>> = {
  android: 'Android',
  ios: 'iOS',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SUNDAY_MS = Date.UTC(2023, 11, 31)

/** Hours of a week in a language, such as `Mon–Fri, 8:00–20:00`. */
function hoursIn(locale: string, spans: Product['targeting']['hours']): string[] {
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const hour = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  const dayAt = (number: number) => day.format(SUNDAY_MS + number * DAY_MS)
  const hourAt = (number: number) => hour.format(SUNDAY_MS + number * HOUR_MS)
  return spans.map(({ first_day, last_day, from_hour, until_hour }) => {
    const days = first_day === last_day ? dayAt(first_day) : `${dayAt(first_day)}–${dayAt(last_day)}`
    return `${days} ${hourAt(from_hour)}–${hourAt(until_hour)}`
  })
}

/**
 * A product's audience: countries and languages by name; an empty list means everybody. Hours and topics are told where a
 * product has any.
 */
export function useTargetingFacts(): (targeting: Product['targeting']) => Term[] {
  const t = useMessages('plan')
  const locale = useLocale()
  return ({ countries, devices, operating_systems, languages, hours, keywords_any, keywords_none }) => {
    const list = new Intl.ListFormat(locale, { style: 'narrow' })
    const names = (type: 'region' | 'language', codes: readonly string[]) => {
      const display = new Intl.DisplayNames([locale], { type })
      return codes.map((code) => display.of(code) ?? code)
    }
    const device = (code: string) => {
      const known = DEVICES.find((each) => each === code)
      return known ? t(`devices.${known}`) : code
    }
    const fact = (label: string, values: readonly string[], everything: string): Term => ({
      label,
      value: values.length > 0 ? list.format(values) : everything,
    })
    const only = (label: string, values: readonly string[]): Term[] =>
      values.length > 0 ? [{ label, value: list.format(values) }] : []
    return [
      fact(t('targeting.countries'), names('region', countries), t('targeting.everywhere')),
      fact(t('targeting.languages'), names('language', languages), t('targeting.all')),
      fact(t('targeting.devices'), devices.map(device), t('targeting.all')),
      fact(
        t('targeting.systems'),
        operating_systems.map((code) => OPERATING_SYSTEMS[code] ?? code),
        t('targeting.all'),
      ),
      ...only(t('targeting.hours'), hoursIn(locale, hours)),
      ...only(t('targeting.keywordsAny'), keywords_any),
      ...only(t('targeting.keywordsNone'), keywords_none),
    ]
  }
}
