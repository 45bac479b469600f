import { useMessages } from '@adtally/i18n/use-messages.ts'
import { CONTROL_CLASS, FieldFrame } from '@adtally/ui/field.tsx'
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { useId, useMemo } from 'react'
import { useLocale } from 'use-intl/react'

/** What the two controls hold. */
export interface PhoneEntry {
  country: CountryCode
  national: string
}

const COUNTRIES = getCountries()

function isCountry(code: string | undefined): code is CountryCode {
  return COUNTRIES.some((country) => country === code)
}

/** The country that the browser's language names, else the United States. */
export function presumedCountry(): CountryCode {
  const region = new Intl.Locale(navigator.language).maximize().region
  return isCountry(region) ? region : 'US'
}

/** E.164 where the entry is a valid number of its country, else what was typed, for the server's own message. */
export function phoneOf({ country, national }: PhoneEntry): string {
  const parsed = parsePhoneNumberFromString(national, country)
  return parsed?.isValid() ? parsed.number : national.trim()
}

interface PhoneFieldProps {
  value: PhoneEntry
  onChange: (value: PhoneEntry) => void
  error: string | undefined
}

/** A phone number with its country, named in the present language. */
export function PhoneField({ value, onChange, error }: PhoneFieldProps) {
  const t = useMessages('auth')
  const id = useId()
  const locale = useLocale()
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'region' })
    return COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).sort((left, right) =>
      left.name.localeCompare(right.name, locale),
    )
  }, [locale])

  return (
    <FieldFrame id={id} label={t('phone')} error={error}>
      {(control) => (
        <span className="flex gap-2">
          <span className="relative flex-none">
            <span aria-hidden className={`${CONTROL_CLASS} flex items-center`}>
              {value.country} +{getCountryCallingCode(value.country)}
            </span>
            <select
              aria-label={t('phoneCountry')}
              value={value.country}
              onChange={(event) => {
                const country = event.target.value
                if (isCountry(country)) onChange({ ...value, country })
              }}
              className="absolute inset-0 w-full cursor-pointer rounded-control text-16 opacity-0 focus-visible:opacity-100"
            >
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name} +{getCountryCallingCode(code)}
                </option>
              ))}
            </select>
          </span>
          <input
            {...control}
            type="tel"
            name="phone"
            autoComplete="tel-national"
            inputMode="tel"
            required
            value={value.national}
            onChange={(event) => onChange({ ...value, national: event.target.value })}
            className={CONTROL_CLASS}
          />
        </span>
      )}
    </FieldFrame>
  )
}
