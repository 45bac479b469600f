import { useMessages } from '@adtally/i18n/use-messages.ts'
import { useLocale } from 'use-intl/react'
import type { Term } from '../../../../components/words/term-list.tsx'
import type { Product } from '../../api/products.ts'

/** The marketplace's closed lists, with names in the catalogue. */
const DEVICES = ['phone', 'tablet', 'desktop'] as const
const OPERATING_SYSTEMS: Readonly<Record<string, string>> = {
  android: 'Android',
  ios: 'iOS',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
}

/** A product's audience: countries and languages by name; an empty list means everybody. */
export function useTargetingFacts(): (targeting: Product['targeting']) => Term[] {
  const t = useMessages('plan')
  const locale = useLocale()
  return ({ countries, devices, operating_systems, languages }) => {
    const list = new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' })
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
    return [
      fact(t('targeting.countries'), names('region', countries), t('targeting.everywhere')),
      fact(t('targeting.languages'), names('language', languages), t('targeting.all')),
      fact(t('targeting.devices'), devices.map(device), t('targeting.all')),
      fact(
        t('targeting.systems'),
        operating_systems.map((code) => OPERATING_SYSTEMS[code] ?? code),
        t('targeting.all'),
      ),
    ]
  }
}
