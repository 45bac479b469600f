import { describe, expect, it } from 'vitest'
import { message } from './server.ts'

describe('a refusal that names a wait', () => {
  const rate = (language: string, exchange_reference_age_max_hours: number) =>
    message(language, 'refusals.reference_rate_missing', { exchange_reference_age_max_hours })

  it('counts its hours in the language’s plural, one as well as many [proof 672]', () => {
    expect(rate('en', 1)).toContain('from the last hour for')
    expect(rate('en', 24)).toContain('from the last 24\u00a0hours for')
    expect(rate('de', 1)).toContain('der letzten Stunde')
    expect(rate('fr', 1)).toContain('de la dernière heure')
    expect(rate('ru', 21)).toContain('за последний 21\u00a0час нет')
    expect(rate('ru', 24)).toContain('за последние 24\u00a0часа нет')
    const exchange = message('es', 'refusals.transaction_password_recently_reset', {
      beneficiary_wait_hours: 1,
    })
    expect(exchange).toContain('durante 1\u00a0hora después')
  })
})
