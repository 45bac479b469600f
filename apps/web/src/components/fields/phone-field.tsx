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
import { basic_config } from '../../lib/basic-config.ts'
import { isFictionalPhone } from '../../lib/forms/fictional-phone.ts'

/** The contents of the two controls, and the resulting number. */
export interface PhoneEntry {
  country: CountryCode
  national: string
  /** E.164 for a valid number; else the text as typed, which the rule then refuses with its own message. */
  phone: string
  /** A number reserved for fiction. */
  is_fictional: boolean
}

const COUNTRIES = getCountries()

function isCountry(code: string | undefined): code is CountryCode {
  return COUNTRIES.some((country) => country === code)
}

/** The region of the browser's language, or the United States. */
function presumedCountry(): CountryCode {
  const region = new Intl.Locale(navigator.language).maximize().region
  return isCountry(region) ? region : 'US'
}

function entryOf(country: CountryCode, national: string): PhoneEntry {
  const parsed = parsePhoneNumberFromString(national, country)
  const is_fictional = parsed !== undefined && isFictionalPhone(parsed.number)
  // Fictional numbers are for trying things out in a sandbox.
  const is_taken = is_fictional ? basic_config.get()?.mode === 'sandbox' : parsed?.isValid()
  return {
    country,
    national,
    phone: parsed && is_taken ? parsed.number : national.trim(),
    is_fictional,
  }
}

interface PhoneFieldProps {
  /** Null before anything was chosen or typed. */
  value: PhoneEntry | null
  onChange: (value: PhoneEntry) => void
  error: string | undefined
  hint?: string
  /** Default true. */
  required?: boolean
}

/** A phone number with its country, named in the current language. */
export function PhoneField({ value, onChange, error, hint, required = true }: PhoneFieldProps) {
  const { country, national } = value ?? { country: presumedCountry(), national: '' }
  const t = useMessages('auth')
  const validation = useMessages('validation')
  const said = error !== undefined && value?.is_fictional ? validation('phone_fictional') : error
  const id = useId()
  const locale = useLocale()
  const countries = useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'region' })
    return COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).sort((left, right) =>
      left.name.localeCompare(right.name, locale),
    )
  }, [locale])

  return (
    <FieldFrame id={id} label={t('phone')} hint={hint} error={said}>
      {(control) => (
        <span className="flex gap-2">
          <span className="relative flex-none rounded-control has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-accent">
            <span aria-hidden className={`${CONTROL_CLASS} flex items-center`}>
              {country} +{getCountryCallingCode(country)}
            </span>
            <select
              aria-label={t('phoneCountry')}
              value={country}
              onChange={(event) => {
                const chosen = event.target.value
                if (isCountry(chosen)) onChange(entryOf(chosen, national))
              }}
              // Invisible, because country names are too long: the element below shows a short form.
              className="absolute inset-0 w-full cursor-pointer rounded-control text-16 opacity-0"
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
            required={required}
            value={national}
            onChange={(event) => onChange(entryOf(country, event.target.value))}
            className={CONTROL_CLASS}
          />
        </span>
      )}
    </FieldFrame>
  )
}
